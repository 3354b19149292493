import type { HookRun, RecordedDecision } from '@hookline/core/internal';
import type { DecisionDetail, DecisionExplained, FoldBranch, FoldLeaf } from '../api/index.ts';

/**
 * One decision as one file: no script, no address that is loaded, everything that others wrote as text. What the record
 * holds stands in it, so it is for whoever may read the record.
 */
export function exportOf(detail: DecisionDetail, explained: DecisionExplained, version: string): string {
  const { row, decision, rules, branches } = detail;
  const title = [row.event ?? 'unknown event', row.tool ?? '', row.state].filter((part) => part !== '').join(' ');
  const body = [
    `<header><p class="state ${row.state}">${text(row.state)}</p><h1>${text(title)}</h1>`,
    `<p class="about">${text(row.about)}</p>${factsOf(detail)}</header>`,
    reasonOf(decision),
    section('Rules', list(rules.map(({ rule, words }) => `${text(words)} <code>${text(rule)}</code>`))),
    section('Hooks', branches.map(branchOf).join('')),
    section('Conflicts', list(explained.conflicts.map(text))),
    section('Took no part (hooks of the day of this export)', list(explained.others.map(otherOf))),
    section('Notes', list(explained.notes.map(text))),
    section('Event', pre(JSON.stringify(decision.payload, null, 2))),
    section('Lines of the record', detail.raw.map(({ place, line }) => `<h3>${text(place)}</h3>${pre(line)}`).join('')),
    `<footer>Exported by hookline ${text(version)} studio from the record; decision ${text(decision.id)}.</footer>`,
  ];
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">`,
    '<meta name="referrer" content="no-referrer"><meta name="viewport" content="width=device-width">',
    `<title>${text(title)}</title><style>${STYLE}</style></head>`,
    `<body><main>${body.join('\n')}</main></body></html>`,
    '',
  ].join('\n');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** The only way by which anything gets into the file. */
const text = (value: string): string => visible(value).replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '');

/** Signs that cannot be seen, or that turn the direction of a line, are shown as numbers. */
const visible = (value: string): string =>
  value.replace(
    /[\0-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const pre = (value: string): string => `<pre>${text(value)}</pre>`;

const section = (title: string, content: string): string =>
  content === '' ? '' : `<section><h2>${text(title)}</h2>${content}</section>`;

const list = (items: readonly string[]): string =>
  items.length === 0 ? '' : `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;

function factsOf({ row, decision }: DecisionDetail): string {
  const facts: readonly (readonly [string, string | null])[] = [
    ['time', decision.at],
    ['project', row.project],
    ['session', row.session],
    ['agent', row.agent],
    ['took', row.durationMs === null ? null : `${Math.round(row.durationMs)} ms`],
  ];
  const shown = facts.filter(([, value]) => value !== null);
  return `<dl>${shown.map(([name, value]) => `<dt>${text(name)}</dt><dd>${text(value ?? '')}</dd>`).join('')}</dl>`;
}

function reasonOf({ outcome }: RecordedDecision): string {
  const reason = outcome?.block?.reason ?? outcome?.reason ?? null;
  if (outcome === null || reason === null) return '';
  const by =
    outcome.block === null ? '' : `<p>${text(outcome.block.effect)} by <code>${text(outcome.block.hook)}</code></p>`;
  return section('Reason', `${pre(reason)}${by}`);
}

const branchOf = ({ dialect, schedule, leaves }: FoldBranch): string =>
  `<h3>${text(dialect)}</h3><p class="quiet">${text(schedule)}</p><ol>${leaves.map(leafOf).join('')}</ol>`;

function leafOf({ run, said, faultMeans }: FoldLeaf): string {
  const took = run.status === 'skipped' ? '' : `, ${run.durationMs.toFixed(run.durationMs < 10 ? 1 : 0)} ms`;
  return [
    `<li><p><strong>${text(run.name)}</strong> <span class="quiet">${text(run.id)}, ${text(run.status)}${took}</span></p>`,
    `<p>said: ${text(said)}</p>`,
    run.fault === null ? '' : `<p class="fault">${text(run.fault.message)}; ${text(faultMeans ?? '')}</p>`,
    outputOf(run, 'stdout'),
    outputOf(run, 'stderr'),
    '</li>',
  ].join('');
}

const outputOf = (run: HookRun, stream: 'stdout' | 'stderr'): string =>
  run[stream] === ''
    ? ''
    : `<p class="quiet">${stream}${run.truncated.includes(stream) ? ', cut off' : ''}</p>${pre(run[stream])}`;

const otherOf = ({ id, name, why, runs }: DecisionExplained['others'][number]): string =>
  `<strong>${text(name)}</strong> <code>${text(id)}</code> ${text(why)}${runs ? ' (would run today)' : ''}`;

const STYLE = [
  ':root{color-scheme:light dark}',
  'body{margin:0;font:13px/1.5 system-ui,sans-serif}',
  'main{max-width:880px;margin:0 auto;padding:24px 16px}',
  'h1{font-size:20px;margin:4px 0}h2{font-size:15px;margin:24px 0 4px}h3{font-size:13px;margin:12px 0 0}',
  'pre{white-space:pre-wrap;overflow-wrap:anywhere;padding:8px;border:1px solid #8886;border-radius:4px;font-size:12px}',
  'code{font-size:12px}p{margin:4px 0}ul,ol{margin:4px 0;padding-left:20px}',
  'dl{display:grid;grid-template-columns:max-content 1fr;gap:0 12px;margin:8px 0}dt{opacity:.75}dd{margin:0;overflow-wrap:anywhere}',
  '.about{font-family:ui-monospace,monospace;overflow-wrap:anywhere}.quiet,footer{opacity:.75}',
  '.state{display:inline-block;margin:0;padding:0 8px;border:2px solid;border-radius:4px;font-weight:600}',
  '.block{color:#c0262d}.ask{color:#1f63c4}.allow{color:#1a7f37}.fault{color:#8a5a00}',
  '@media(prefers-color-scheme:dark){.block{color:#ff8182}.ask{color:#79b8ff}.allow{color:#56d364}.fault{color:#e3b341}}',
  'footer{margin-top:32px}',
].join('');
