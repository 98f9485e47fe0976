// The C functions that the simulator uses, for a target without a C library.
#pragma once

double erfc(double);
double exp(double);
double log(double);
double log1p(double);
double pow(double, double);
