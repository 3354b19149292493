import type { Meta } from '../api/index.ts';
import type { AnswerTo, QuestionOf, FilterWords, News, QuestionName } from './decision-source.ts';

/** What a thread is started with: a record to follow, one to check once, or files to read beside the thread of the index. */
export type ThreadTask =
  | { readonly task: 'files' }
  | { readonly task: 'index'; readonly record: string; readonly cache: string | null }
  | { readonly task: 'verify'; readonly record: string; readonly env: Readonly<Record<string, string | undefined>> };

/** What is said to the thread. */
export type ToThread =
  | {
      readonly kind: 'ask';
      readonly number: number;
      readonly name: QuestionName;
      readonly asked: QuestionOf<QuestionName>;
    }
  | { readonly kind: 'cancel'; readonly number: number }
  | { readonly kind: 'end' };

/** What the thread says. */
export type FromThread =
  | { readonly kind: 'answer'; readonly number: number; readonly answer: AnswerTo<QuestionName> }
  | { readonly kind: 'failed'; readonly number: number; readonly error: string }
  | { readonly kind: 'state'; readonly state: Meta['index']; readonly place: string }
  | { readonly kind: 'words'; readonly words: FilterWords }
  | { readonly kind: 'news'; readonly news: News };
