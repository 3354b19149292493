"""What Python's own re says to each pair: true, false, or null for a pattern that it refuses."""
import json
import re
import sys
import warnings

warnings.simplefilter('ignore')


def compiled(pattern, known={}):
    if pattern not in known:
        try:
            known[pattern] = re.compile(pattern)
        except Exception:
            known[pattern] = None
    return known[pattern]


def kolega(pattern, text):
    pattern = pattern.strip()
    if pattern in ('', '*'):
        return True
    if re.fullmatch(r'[A-Za-z0-9_|]*', pattern):
        return text in [name for name in pattern.split('|') if name]
    found = compiled(pattern)
    return None if found is None else found.fullmatch(text) is not None


ENDS = re.compile(r'\\[AZ]|[$^]|(\\.|\[\^?(?:\\.|[^\]])+\])', re.S)


def within(pattern):
    """The pattern where no end of a text is; classes and other escapes stay as they are."""
    return ENDS.sub(lambda found: found[1] or '(?!)', pattern)


def values_in(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, (dict, list)):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from values_in(inner)


def between_in(value):
    """What stands in the JSON text beside the values that are texts."""
    if isinstance(value, dict):
        yield from value
    if isinstance(value, (dict, list)):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from between_in(inner)
    elif not isinstance(value, str):
        yield json.dumps(value)


def agent_hooks(pattern, value):
    found = compiled(pattern)
    if found is None:
        return None
    # Only a pattern that needs a quote is about JSON itself.
    texts = list(values_in(value)) + ([json.dumps(value, ensure_ascii=False)] if pattern.startswith('"') else [])
    return any(found.search(text) for text in texts) or any(
        compiled(within(pattern)).search(text) for text in between_in(value)
    )


def answer(pair):
    if pair['rule'] == 'kolega':
        return kolega(pair['pattern'], pair['text'])
    return agent_hooks(pair['pattern'], pair['input'])


json.dump([answer(pair) for pair in json.load(sys.stdin)], sys.stdout)
