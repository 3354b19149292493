import { describe, expect, it } from 'vitest';
import { fieldsOf, readAnswer } from './form.ts';

const SCHEMA = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Your name', description: 'As on the card', minLength: 2, maxLength: 5 },
    age: { type: 'integer', minimum: 18 },
    share: { type: 'number', maximum: 1 },
    news: { type: 'boolean', default: true },
    colour: { type: 'string', enum: ['r', 'g'], enumNames: ['Red', 'Green'] },
    size: { type: 'string', oneOf: [{ const: 's', title: 'Small' }, { const: 'l' }] },
    days: { type: 'array', items: { type: 'string', enum: ['mon', 'tue'] } },
  },
  required: ['name', 'age'],
};

const field = (name: string) => {
  const found = fieldsOf(SCHEMA).find((one) => one.name === name);
  if (found === undefined) throw new Error(`no field ${name}`);
  return found;
};

describe('fieldsOf', () => {
  it('reads each kind of field in order', () => {
    expect(fieldsOf(SCHEMA).map(({ name, kind, isRequired }) => [name, kind, isRequired])).toEqual([
      ['name', 'text', true],
      ['age', 'integer', true],
      ['share', 'number', false],
      ['news', 'yes-or-no', false],
      ['colour', 'choice', false],
      ['size', 'choice', false],
      ['days', 'choices', false],
    ]);
    expect(field('name')).toMatchObject({ title: 'Your name', about: 'As on the card', least: 2, most: 5 });
    expect(field('size').choices).toEqual([
      { value: 's', title: 'Small' },
      { value: 'l', title: 'l' },
    ]);
  });

  it('asks nothing where a schema asks nothing', () => {
    expect(fieldsOf(null)).toEqual([]);
    expect(fieldsOf({ properties: [] })).toEqual([]);
  });
});

describe('readAnswer', () => {
  it.each([
    ['name', ' Ann ', 'Ann'],
    ['age', '18', 18],
    ['share', '0.5', 0.5],
    ['news', 'No', false],
    ['news', '', true],
    ['share', '', undefined],
    ['colour', '2', 'g'],
    ['colour', 'red', 'r'],
    ['size', 'l', 'l'],
    ['days', 'tue, 1', ['tue', 'mon']],
  ])('of %s reads "%s"', (name, text, value) => {
    expect(readAnswer(field(name), text)).toEqual({ ok: true, value });
  });

  it.each([
    ['name', '', 'a value is required'],
    ['name', 'A', 'expected at least 2 characters'],
    ['name', 'Annabel', 'expected at most 5 characters'],
    ['age', '17', 'expected at least 18'],
    ['age', '18.5', 'expected a whole number'],
    ['age', 'old', 'expected a whole number'],
    ['share', 'half', 'expected a number'],
    ['share', '2', 'expected at most 1'],
    ['news', 'perhaps', 'expected yes or no'],
    ['colour', 'blue', 'expected one of Red, Green'],
    ['colour', '3', 'expected one of Red, Green'],
    ['days', 'mon, wed', 'expected some of mon, tue, with commas between'],
  ])('of %s refuses "%s"', (name, text, problem) => {
    expect(readAnswer(field(name), text)).toEqual({ ok: false, problem });
  });
});
