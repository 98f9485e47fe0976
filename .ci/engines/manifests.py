"""Checks YAML manifests of engines: a schema accepts the manifest, and rejects it if any key is misspelt."""

import copy
import pathlib

from ruamel.yaml import YAML


def read(file):
    return YAML(typ="safe").load(pathlib.Path(file))


def keys(node, free, path=()):
    """The path of each key that a schema must define. Keys directly below a name in `free` are arbitrary."""
    pairs = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in pairs:
        if isinstance(node, dict) and not (path and path[-1] in free):
            yield (*path, key)
        yield from keys(value, free, (*path, key))


def check(manifest, problem, free):
    """Checks a manifest; `problem` returns an error of a manifest, or None."""
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
