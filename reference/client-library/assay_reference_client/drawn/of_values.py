"""Random values: whether two are the same JSON, and what stands in the place of one."""

import json
import random


def same(one, other):
    """Whether two values are the same JSON, in any order of members."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def another(value, drawn):
    """The drawn value; an array around it where that is what was there already."""
    return [drawn] if same(value, drawn) else drawn


def in_another_order(value, seed):
    """The same JSON value with the members of every object in an order that depends on the seed."""
    source = random.Random(seed)

    def walk(each):
        if isinstance(each, list):
            return [walk(inner) for inner in each]
        if not isinstance(each, dict):
            return each
        names = list(each)
        source.shuffle(names)
        return {name: walk(each[name]) for name in names}

    return walk(value)


def spelled(word, spelling):
    """A word in lower, upper or alternating case, or as it is."""
    if spelling == "mixed":
        return "".join(letter.upper() if at % 2 else letter.lower() for at, letter in enumerate(word))
    return {"lower": word.lower(), "upper": word.upper()}.get(spelling, word)
