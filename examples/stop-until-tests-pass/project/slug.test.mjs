import assert from 'node:assert/strict';
import test from 'node:test';
import { slug } from './slug.mjs';

test('a slug is lower case and joined by hyphens', () => {
  assert.equal(slug('Hello Wide World'), 'hello-wide-world');
});
