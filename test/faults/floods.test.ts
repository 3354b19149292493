import { afterAll, beforeAll, expect } from 'vitest';
import { defineCells } from './cells.ts';
import { ROWS } from './rows.ts';

const MOST_GROWTH_BYTES = 100 * 1024 * 1024;

let before = 0;
let highest = 0;
let watch: NodeJS.Timeout;

beforeAll(() => {
  before = process.memoryUsage.rss();
  watch = setInterval(() => (highest = Math.max(highest, process.memoryUsage.rss())), 50);
});

afterAll(() => {
  clearInterval(watch);
  expect(highest - before).toBeLessThan(MOST_GROWTH_BYTES);
});

defineCells(ROWS.floods, 1);
