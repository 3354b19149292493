import { describe, expect, it } from 'vitest';
import { plain } from '../print/paint.ts';
import { askPermission, elicit, permissionAnswer, permissionLines, type Person } from './questions.ts';

const { signal } = new AbortController();

/** Gives the answers one after another, then breaks off. */
function answering(...answers: readonly string[]): Person & { readonly said: string[]; readonly labels: string[] } {
  const left = [...answers];
  const said: string[] = [];
  const labels: string[] = [];
  return {
    said,
    labels,
    say: (lines) => said.push(...lines),
    ask: (label) => {
      labels.push(label);
      return Promise.resolve(left.shift() ?? null);
    },
  };
}

describe('a permission question', () => {
  it('shows the tool and its input, safe and bounded', () => {
    const input = { command: `echo \u001b[2J${'x'.repeat(1000)}`, timeout: 5, '\u001b[1mkey': 'two\nlines' };
    const lines = permissionLines({ tool: 'Bash', input, reason: 'a hook asks', rule: 'Bash(echo *)' }, plain);
    expect(lines[0]).toBe('May Bash run?');
    expect(lines[1]).toMatch(/^ {2}command: echo x{391} \.\.\. \(\d+ more characters; --json shows all\)$/);
    expect(lines.slice(2)).toEqual([
      '  timeout: 5',
      '  key: two\n    lines',
      '  a hook asks',
      '  always: Bash(echo *)',
    ]);
  });

  it.each([
    ['y', { allow: true, always: false }],
    [' YES ', { allow: true, always: false }],
    ['a', { allow: true, always: true }],
    ['always', { allow: true, always: true }],
    ['n', { allow: false, message: null }],
    ['no', { allow: false, message: null }],
    ['use rg instead', { allow: false, message: 'use rg instead' }],
    ['yes please', { allow: false, message: 'yes please' }],
    ['', null],
    [null, { allow: false, message: null }],
  ])('answered with %j', (text, answer) => {
    expect(permissionAnswer(text)).toEqual(answer);
  });

  it('is asked again until something is said', async () => {
    const person = answering('', '  ', 'y');
    const question = { tool: 'Bash', input: {}, reason: null, rule: 'Bash' };
    expect(await askPermission(question, person, plain, signal)).toEqual({ allow: true, always: false });
    expect(person.labels).toHaveLength(3);
  });
});

describe('an elicitation', () => {
  const question = {
    server: 'shop',
    message: 'Where to?',
    mode: 'form',
    url: null,
    requestedSchema: {
      properties: { city: { type: 'string', title: 'City' }, express: { type: 'boolean', default: false } },
      required: ['city'],
    },
  } as const;

  it('is answered field by field, and a bad answer is asked for again', async () => {
    const person = answering('', 'Paris', '');
    expect(await elicit(question, person, plain, signal)).toEqual({
      action: 'accept',
      content: { city: 'Paris', express: false },
    });
    expect(person.labels).toEqual(['City: ', 'City: ', 'express (yes or no) [false]: ']);
    expect(person.said[0]).toBe('shop asks: Where to?');
    expect(person.said).toContain('  a value is required');
  });

  it.each([
    ['/decline', 'decline'],
    ['/cancel', 'cancel'],
  ])('ends with %s', async (word, action) => {
    expect(await elicit(question, answering('Paris', word), plain, signal)).toEqual({ action, content: null });
  });

  it('is cancelled when the question is broken off', async () => {
    expect(await elicit(question, answering('Paris'), plain, signal)).toEqual({ action: 'cancel', content: null });
  });

  it('shows a page to open', async () => {
    const page = { ...question, mode: 'url', url: 'https://shop.example/pay', requestedSchema: null } as const;
    const person = answering('');
    expect(await elicit(page, person, plain, signal)).toEqual({ action: 'accept', content: null });
    expect(person.said).toContain('  https://shop.example/pay');
    expect(await elicit(page, answering('/decline'), plain, signal)).toEqual({ action: 'decline', content: null });
  });
});
