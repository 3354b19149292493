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


def texts_in(value):
    if isinstance(value, dict):
        for name, inner in value.items():
            yield name
            yield from texts_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts_in(inner)
    else:
        yield value if isinstance(value, str) else json.dumps(value)


def agent_hooks(pattern, value):
    found = compiled(pattern)
    if found is None:
        return None
    # Only a pattern that needs a quote is about JSON itself.
    texts = list(texts_in(value)) + ([json.dumps(value, ensure_ascii=False)] if pattern.startswith('"') else [])
    return any(found.search(text) for text in texts)


def answer(pair):
    if pair['rule'] == 'kolega':
        return kolega(pair['pattern'], pair['text'])
    return agent_hooks(pair['pattern'], pair['input'])


json.dump([answer(pair) for pair in json.load(sys.stdin)], sys.stdout)
