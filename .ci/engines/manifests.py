"""Manifests of engines in YAML: whether a schema takes one, and refuses it with any of its keys misspelt."""

import copy
import pathlib

from ruamel.yaml import YAML


def read(file):
    return YAML(typ="safe").load(pathlib.Path(file))


def keys(node, free, path=()):
    """The place of each key that a schema has to know: those directly below a name of `free` can be any."""
    pairs = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in pairs:
        if isinstance(node, dict) and not (path and path[-1] in free):
            yield (*path, key)
        yield from keys(value, free, (*path, key))


def check(manifest, problem, free):
    """`problem` tells what is wrong with a manifest, or None."""
    wrong = problem(manifest)
    if wrong:
        raise SystemExit(wrong)
    places = list(keys(manifest, free))
    for *above, key in places:
        damaged = copy.deepcopy(manifest)
        node = damaged
        for step in above:
            node = node[step]
        node[key + "x"] = node.pop(key)
        if not problem(damaged):
            raise SystemExit(f"{'.'.join(map(str, [*above, key]))}: not missed where it is misspelt")
    print(f"the schema takes the manifest, and none of {len(places)} in which one key is misspelt")
