import { type Arguments, type Command } from '../../call/arguments.ts';
import { LAST, OPTIONS } from '../../call/options.ts';
import { wrongCall } from '../../call/wrong-call.ts';
import { KEY, ONLINE, ROOT_KEY, ROOT_THRESHOLD, SHADOW, STAGE, THRESHOLD, URL_OPTION } from './options.ts';

const ACTIONS = ['status', 'fetch', 'pin', 'key', 'init', 'draft', 'sign', 'publish', 'stamp'] as const;

export const POLICY: Command = {
  name: 'policy',
  about: 'Show and fetch the policy of this machine; make, sign and publish policies.',
  words: { usage: 'ACTION [PLACE] [FILE]', min: 0, max: 3, completes: ACTIONS },
  options: [
    KEY,
    THRESHOLD,
    ROOT_KEY,
    ROOT_THRESHOLD,
    ONLINE,
    URL_OPTION,
    STAGE,
    SHADOW,
    OPTIONS.unattended,
    OPTIONS.home,
    ...LAST,
  ],
  examples: [
    { does: 'which policies are in force here', line: 'hookline policy status' },
    {
      does: 'take only what the keys of this root have signed, and look for it',
      line: 'hookline policy pin root.json --url https://gateway.example/v1/policy',
    },
    { does: 'look for a newer policy', line: 'hookline policy fetch' },
    { does: 'a key', line: 'hookline policy key ann.pem' },
    { does: 'lay a policy down, with its files beside it', line: 'hookline policy draft repository policy.json' },
    { does: 'sign it, each person with their own key', line: 'hookline policy sign repository --key ann.pem' },
    { does: 'bring it into force', line: 'hookline policy publish repository --online-key online.pem' },
    { does: 'move its roll-out on', line: 'hookline policy stamp repository --online-key online.pem --stage 3' },
    {
      does: 'let a hook decide nothing, everywhere',
      line: 'hookline policy stamp repository --online-key online.pem --shadow no-prod',
    },
  ],
  exits: { 0: 'done', 1: 'it could not be done, or a policy was refused' },
  run: policy,
};

async function policy(given: Arguments): Promise<number> {
  const [asked = 'status', ...words] = given.words;
  const action = ACTIONS.find((each) => each === asked);
  if (action === undefined) throw wrongCall(`unknown action "${asked}"`, { word: asked, known: ACTIONS });
  const { carryOut } = await import('./actions.ts');
  return carryOut(action, words, given);
}

export type PolicyAction = (typeof ACTIONS)[number];
