import type { RecordEntry } from '../../packages/core/src/record/entry.ts';

/** Texts that would act if anything of the page made markup, a link or an address of them. */
const PAYLOADS = [
  '<script>alert(1);owned=1</script>',
  '<img src=x onerror=alert(1)>',
  '<img src=http://evil.example/a.png>',
  '<svg onload=alert(1)>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  'javascript:alert(1)//',
  'http://evil.example/?q=1',
  'data:text/html,<script>alert(1)</script>',
  '"><script>alert(1)</script>',
  "'-alert(1)-'",
  '{{constructor.constructor("alert(1)")()}}',
  '${alert(1)}',
  '</script><script>alert(1)</script>',
  '</style><style>@import "http://evil.example/a.css"</style>',
  '<link rel=stylesheet href=http://evil.example/a.css>',
  '<base href=http://evil.example/>',
  '<meta http-equiv=refresh content="0;url=http://evil.example/">',
  '<form action=http://evil.example/><button autofocus onfocus=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<math><mtext><table><mglyph><style><img src onerror=alert(1)>',
  '\u001b]8;;http://evil.example/\u0007link\u001b]8;;\u0007',
  '\u001b[2J\u001b[31mred',
  '\u202etxt.exe',
  '\u0000\u0001\u007f\u0085\u2028\u2029\ufeff',
  '__proto__',
  'constructor',
  '\ud800',
  'data: x\n\nid: 1\n\n',
  'style="background:url(http://evil.example/)"',
];

/** As many texts as are wanted: each payload alone, in others, and with letters in other cases. */
export function hostileTexts(count: number): readonly string[] {
  const all: string[] = [];
  for (let at = 0; all.length < count; at += 1) {
    const one = PAYLOADS[at % PAYLOADS.length] ?? '';
    const other = PAYLOADS[(at * 7 + Math.floor(at / PAYLOADS.length)) % PAYLOADS.length] ?? '';
    const mixed = [one, one + other, `${other} ${at} ${one}`, one.toUpperCase(), `a${one.replaceAll(' ', '/')}`];
    all.push(mixed[Math.floor(at / PAYLOADS.length) % mixed.length] ?? one);
  }
  return all;
}

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/** An id that tells the time, as those of decisions do. */
function idOf(time: number, count: number): string {
  const digits = (value: number, length: number): string =>
    Array.from({ length }, (_, at) => DIGITS[Math.floor(value / 32 ** (length - 1 - at)) % 32]).join('');
  return digits(time, 10) + digits(count, 16);
}

/** The two lines of a decision in which the text stands wherever others can put one. */
export function entriesOf(text: string, at: number, count: number): readonly [RecordEntry, RecordEntry] {
  const time = Date.now() - (count - at) * 1000;
  const id = idOf(time, at);
  const hook = `qoder:project:${text}`;
  const run = {
    id: hook,
    name: text,
    dialect: 'qoder',
    scope: 'project',
    source: text,
    handler: 'command',
    exitCode: 2,
    signal: null,
    durationMs: at % 300,
    stdout: text,
    stderr: text,
    truncated: ['stdout'],
    quiet: false,
    why: null,
    notes: [text],
  } as const;
  const isFault = at % 3 === 0;
  const event = { session_id: text, cwd: text, tool_name: text, tool_input: { command: text, file_path: text } };
  return [
    {
      v: 1,
      kind: 'start',
      id,
      at: new Date(time).toISOString(),
      pid: 1,
      project: `/project/${text}`,
      agent: text,
      event: { hook_event_name: 'PreToolUse', ...event } as never,
      hooks: [hook],
    },
    {
      v: 1,
      kind: 'end',
      id,
      at: new Date(time + 5).toISOString(),
      outcome: {
        decision: isFault ? 'none' : 'block',
        reason: null,
        block: isFault ? null : { effect: 'deny_tool', reason: text, hook },
        rewritten: [],
        contexts: { count: 1, texts: [text] },
        messages: [{ level: 'error', text, code: null, hook }],
        extra: { sessionTitle: text },
      },
      hooks: [
        isFault
          ? { ...run, status: 'failed', fault: { code: 'exit', message: text } }
          : { ...run, status: 'blocked', fault: null },
      ],
      durationMs: at % 300,
    },
  ];
}
