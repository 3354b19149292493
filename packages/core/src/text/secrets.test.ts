import { expect, test } from 'vitest';
import { keepSecret, withoutSecrets } from './secrets.ts';

test('a value without any secret stays the very same', () => {
  const value = { text: 'nothing to hide' };
  expect(withoutSecrets(value)).toBe(value);
});

test('a secret is replaced by its name, wherever it stands', () => {
  keepSecret({ TOKEN: 'open-sesame', OTHER: 'q7$&w8$1e9' });
  const value = {
    list: ['Bearer open-sesame!', 7, null],
    'open-sesame': { deep: 'open-sesameopen-sesame q7$&w8$1e9' },
  };
  expect(withoutSecrets(value)).toEqual({
    list: ['Bearer ${TOKEN}!', 7, null],
    '${TOKEN}': { deep: '${TOKEN}${TOKEN} ${OTHER}' },
  });
});

test('a short value is no secret', () => {
  keepSecret({ MODE: 'allow', EMPTY: '' });
  expect(withoutSecrets(['allow', ''])).toEqual(['allow', '']);
});

test('a thousand secrets are kept, and the oldest is forgotten first', () => {
  keepSecret(Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`N${index}`, `secret-${index}-`])));
  expect(withoutSecrets('secret-0-')).toBe('${N0}');
  keepSecret({ N0: 'secret-0-', LAST: 'secret-last' });
  expect(withoutSecrets('secret-0- secret-1- secret-last')).toBe('${N0} secret-1- ${LAST}');
});
