import { describe, expect, it } from 'vitest';
import { ASLEEP, CANARIES, CAREFUL, FORGETFUL, LAYOUTS, makeBench, SOUND } from './prove-bench.ts';
import { skipWithout } from '../support/skip-without.ts';

const DIALECTS = Object.keys(LAYOUTS);
const STRESSES = ['program-missing', 'empty-path', 'no-jq', 'other-cwd'];

/** What each system does when a hook cannot run. */
const RULE: Readonly<Record<string, 'open' | 'closed'>> = {
  kolega: 'open',
  'agent-hooks': 'open',
  qoder: 'open',
  kode: 'closed',
  polytoken: 'closed',
};

const guarded = (dialect: string, script: string) =>
  makeBench({ ...LAYOUTS[dialect]?.(script), 'guard.hooktest.yaml': CANARIES });

describe.each(DIALECTS)('a hook of %s', (dialect) => {
  it('is enforcing when it blocks and passes what it must, whatever is missing around it', async () => {
    const proof = await guarded(dialect, SOUND).one({ stresses: STRESSES });
    const { verdict, headline, whenItFails, ok, mustBlock } = proof;
    expect({ verdict, headline, whenItFails, ok, mustBlock }).toEqual({
      verdict: 'enforcing',
      headline:
        RULE[dialect] === 'open' ? expect.stringMatching(/^fails open when its program is missing/) : 'enforcing',
      whenItFails: RULE[dialect],
      ok: true,
      mustBlock: true,
    });
  });

  it('is inert when it lets pass what it must block', async () => {
    const { verdict, reason, ok, stress } = await guarded(dialect, ASLEEP).one({ stresses: [] });
    expect({ verdict, reason, ok, stress }).toEqual({
      verdict: 'inert',
      reason: 'it lets "a recursive removal" pass, which it must block',
      ok: false,
      stress: [],
    });
  });

  it('fails open when it lets it pass only where jq is missing', async () => {
    skipWithout('jq');
    const { verdict, reason, ok } = await guarded(dialect, FORGETFUL).one({ stresses: ['no-jq'] });
    expect({ verdict, reason, ok }).toEqual({
      verdict: 'fails open',
      reason:
        'when jq is missing, it lets "a recursive removal" pass, and reports no fault; let the script look for jq first, and block without it',
      ok: false,
    });
  });

  it('fails closed when it blocks everything where jq is missing', async () => {
    skipWithout('jq');
    const { verdict, reason, ok } = await guarded(dialect, CAREFUL).one({ stresses: ['no-jq'] });
    expect({ verdict, reason, ok }).toEqual({
      verdict: 'fails closed',
      reason: 'when jq is missing, it blocks "a listing" too',
      ok: true,
    });
  });

  it('says first what is open, also when it fails closed somewhere else', async () => {
    skipWithout('jq');
    const stresses = ['no-jq', 'program-missing'];
    const { verdict, headline } = await guarded(dialect, CAREFUL).one({ stresses });
    expect({ verdict, headline }).toEqual({
      verdict: 'fails closed',
      headline: RULE[dialect] === 'open' ? 'fails open when its program is missing' : 'fails closed when jq is missing',
    });
  });

  it('must also stop the action when it cannot run at all, where that is asked for', async () => {
    const bench = guarded(dialect, SOUND);
    const { verdict, ok } = await bench.one({ stresses: ['program-missing'], strict: true });
    expect({ verdict, ok }).toEqual({ verdict: 'enforcing', ok: RULE[dialect] === 'closed' });
  });
});
