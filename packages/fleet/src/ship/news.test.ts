import { appendFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createNews } from './news.ts';

const BLOCK = '{"outcome":{"decision":"block"}}\n';
let folder = '';
const write = (text: string): void => appendFileSync(join(folder, 'hookline.jsonl'), text);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookline-news-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('what has been written since the last look', () => {
  it('is not what was there before the first one', () => {
    write(BLOCK);
    const news = createNews(folder);
    expect(news()).toEqual({ lines: 0, isUrgent: false });
    write('{}\n{}\n');
    expect(news()).toEqual({ lines: 2, isUrgent: false });
    write(BLOCK);
    expect(news()).toEqual({ lines: 1, isUrgent: true });
    expect(news()).toEqual({ lines: 0, isUrgent: false });
  });

  it('is everything in a record that did not exist then', () => {
    const news = createNews(folder);
    expect(news()).toEqual({ lines: 0, isUrgent: false });
    write(BLOCK);
    expect(news()).toEqual({ lines: 1, isUrgent: true });
  });

  it('is everything in a file that was begun since', () => {
    write('{}\n');
    const news = createNews(folder);
    news();
    renameSync(join(folder, 'hookline.jsonl'), join(folder, 'hookline-1.jsonl'));
    write(BLOCK);
    expect(news()).toEqual({ lines: 1, isUrgent: true });
  });
});
