// What the simulator uses of a C library, for a target that has none of its own.
#pragma once

double erfc(double);
double exp(double);
double log(double);
double log1p(double);
double pow(double, double);
