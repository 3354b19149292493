import { describe, expect, it } from 'vitest';
import { makePlace } from './testing/place.ts';

const POLYTOKEN = [{ name: 'ran', event: 'session_start', handler: { bash: 'touch ran.txt' } }];

describe('a wrong call', () => {
  it.each([
    ['an unknown command', ['frie'], '', 'unknown command "frie"; did you mean fire?'],
    ['an option before the command', ['--json', 'list'], '', 'the command comes first'],
    ['an option that is nearly one', ['--vresion'], '', 'unknown option --vresion; did you mean --version\\?'],
    ['an unknown option', ['fire', '--jsn'], '', 'unknown option --jsn; did you mean --json?'],
    ['a missing value', ['fire', '--project'], '', 'option --project needs a value: DIR'],
    ['a second file', ['fire', 'a', 'b'], '', 'unexpected word "b"'],
    ['no JSON', ['fire', '-', '--json'], '{"hook_event_name": "SessionStart",', 'JSON'],
    ['no object', ['fire', '-', '--json'], '["SessionStart"]', ''],
    ['no event name', ['fire', '-', '--json'], '{"session_id":"s"}', 'hook_event_name'],
    ['an empty stdin', ['fire'], '', ''],
    ['an unknown event', ['fire', '-'], '{"hook_event_name":"SessionStrat"}', 'SessionStrat.*SessionStart'],
    ['an unknown event in a flag', ['fire', '--event', 'SessionStrat'], '', 'SessionStrat.*SessionStart'],
    ['escapes in an event name', ['fire', '-'], '{"hook_event_name":"\\u001b[2Jx\\ny"}', ''],
    ['a file that is not there', ['fire', 'no-such.json'], '', 'no-such.json: there is no such file'],
    ['a folder as file', ['fire', '.'], '', 'it is a folder'],
    ['an input that is no object', ['fire', '--event', 'Stop', '--input', '[1]'], '', '--input must be a JSON object'],
    ['a --set without a field', ['fire', '--event', 'Stop', '--set', '=1'], '', '--set needs FIELD=VALUE'],
    ['an unknown dialect', ['fire', '--event', 'SessionStart', '--dialect', 'kolge'], '', 'did you mean kolega?'],
    ['a project that is not there', ['fire', '--event', 'Stop', '--project', 'gone'], '', 'there is no folder'],
    [
      'a project below a file',
      ['fire', '--event', 'Stop', '--project', `${process.execPath}/x`],
      '',
      'there is no folder',
    ],
    ['a home below a file', ['fire', '--event', 'Stop', '--home', `${process.execPath}/x`], '', 'there is no folder'],
    ['a plugin below a file', ['list', '--plugin', `${process.execPath}/x`], '', 'there is no folder'],
    ['settings below a file', ['list', '--settings', `${process.execPath}/x`], '', 'there is no file'],
    ['a replay below a file', ['replay', `${process.execPath}/x`], '', 'there is no file'],
    ['an unknown reporter', ['validate', '--reporter', 'xml'], '', 'expected pretty, json or github'],
    ['an unknown shell', ['completion', 'tcsh'], '', 'expected bash, zsh, fish'],
    ['a limit that is no number', ['log', '--limit', 'many'], '', '--limit'],
    ['a time that is none', ['log', '--since', 'yore'], '', '--since'],
    ['the help of an unknown command', ['help', 'frie'], '', 'unknown command'],
  ])('with %s exits 1 with one line on stderr and runs nothing', async (_what, words, input, said) => {
    const place = makePlace({ 'project/.polytoken/hooks.json': POLYTOKEN });
    const trusted = words[0] === 'fire' ? [...words, '--trust-hooks'] : words;
    const result = await place.run(words.at(-1) === '--project' ? words : trusted, { input });
    expect(result).toMatchObject({ status: 1, stdout: '' });
    expect(result.stderr).toMatch(/^hookline: [^\n\u001b]+\n$/);
    expect(result.stderr).toMatch(new RegExp(said));
    expect(result.stderr).not.toContain('internal error');
  });
});

describe('help and version', () => {
  it('are data on stdout', async () => {
    const place = makePlace();
    expect(await place.run(['--version'])).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^hookline \d+\.\d+\.\d+\n$/),
      stderr: '',
    });
    for (const short of ['-v', '-V']) expect(await place.run([short])).toEqual(await place.run(['--version']));
    expect(await place.run(['--help'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Commands:'),
      stderr: '',
    });
    expect(await place.run(['fire', '--help'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('--trust-hooks'),
    });
    expect(await place.run(['help', 'log'])).toMatchObject({ status: 0, stdout: expect.stringContaining('--follow') });
  });

  it('are shown on stderr to a call without a command, which did nothing', async () => {
    expect(await makePlace().run([])).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('Usage:'),
    });
  });
});
