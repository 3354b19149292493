import { MARKS } from '../shell/marks.ts';
import { absolutePath } from '../shell/paths.ts';
import type { Call } from './call.ts';
import { locationOf } from './locations.ts';

/** Whether a program uploads a file that lies outside the project, or every file of a folder. */
export const sendsFileFromElsewhere = (call: Call): boolean =>
  uploadedBy(call).some(
    (file) => file.includes(MARKS.star) || !['project', 'remade', 'unknown'].includes(locationOf(file, call)),
  );

/** Whether a program uploads a database, or a copy of one, to another machine. */
export const sendsDatabase = (call: Call): boolean =>
  uploadedBy(call).some((file) => DATABASE.test(file)) &&
  !(call.operands.length > 0 && call.operands.every((address) => OWN_MACHINE.test(address)));

/** Whether whole folders go into a program that sends what it reads. */
export const sendsArchive = ({ program, invocation: { stdin, words } }: Call): boolean =>
  stdin.includes(MARKS.archive) && (!UPLOADERS.has(program) || words.some((word) => UPLOADS_INPUT.test(word)));

/** Whether a home folder, or what a person keeps in it, is copied to another machine or to the cloud. */
export const copiesAway = (call: Call): boolean => {
  const places = call.operands.filter((word) => !/^(?:s3|cp|sync|mv|storage|copy|move|put|send|rsync)$/.test(word));
  const target = places.at(-1) ?? '';
  const isAway = /^(?!\/)[^/]*[\w\]]:/.test(target) || call.program === 'croc' || call.program === 'sftp';
  return (
    isAway &&
    places.slice(0, call.program === 'croc' ? undefined : -1).some((word) => {
      const path = absolutePath(word, call.invocation);
      if (path === null || path === call.project || /^(?!\/)[^/]*\w:/.test(word)) return false;
      return locationOf(word, call) === 'personal' || PERSONAL_ROOT.test(path);
    })
  );
};

const PERSONAL_ROOT =
  /^(?:\/|\/(?:home|Users)(?:\/[^/]+)?|\/root|\/etc|\/(?:home|Users)\/[^/]+\/(?:Documents|Desktop|Pictures|Photos|\.ssh|\.gnupg|\.aws)(?:\/.*)?)$/;

/** Whether it looks for names of secrets in the environment of the agent. */
export const searchesEnvironment = ({ names, invocation: { stdin, words } }: Call): boolean =>
  // What it leaves out is not what it looks for.
  !(names.has('v') || names.has('invert-match')) &&
  stdin.includes(MARKS.secret) &&
  words.slice(1).some((word) => SECRET_WORD.test(word));

/** Whether a file that git is told to keep holds keys or passwords by its name. */
export const stagesSecret = ({ operands, invocation }: Call): boolean =>
  operands.slice(1).some((word) => SECRET_NAME.test(absolutePath(word, invocation) ?? word));

const DATABASE = /\.(?:sqlite[23]?|db3?|s3db|mdb|accdb|rdb|sql|dump|pgdump|dmp)(?:\.(?:gz|bz2|xz|zst|zip))?$/i;
const OWN_MACHINE = /^(?:https?:\/\/)?(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?:[:/]|$)/;
const UPLOADERS: ReadonlySet<string> = new Set(['curl', 'wget', 'http', 'https']);
const UPLOADS_INPUT = /^@?-$|@-$|=-$|^(?:-T-?|--upload-file|\.)$/;
const SECRET_WORD = /token|secret|pass(?:w|$)|credential|api_?key|private_?key|\bkey\b/i;
const SECRET_NAME =
  /\/\.env(?:\.(?!example$|sample$|template$|dist$|test$|schema$)[\w-]+)?$|\/id_(?:rsa|dsa|ecdsa|ed25519)$|\/(?:credentials(?:\.json)?|service[-_]account[\w-]*\.json|\.netrc|\.pgpass|\.git-credentials)$|\.(?:p12|pfx|jks|keystore|kdbx|ppk)$|(?:^|\/)(?:server|private|client|tls|ssl)[\w.-]*\.(?:key|pem)$|\/(?:secrets?|credentials|passwords?|api[-_]?keys?)\.(?:json|ya?ml|toml|ini|env|txt|csv|properties)$|\.private\.key$|\/[\uE002]\.(?:pem|key)$/;

/** The files that an option of `curl`, `wget` or `http` names. */
function uploadedBy({ program, values, operands }: Call): readonly string[] {
  const of = (...names: string[]): readonly string[] => names.flatMap((name) => values.get(name) ?? []);
  if (program === 'curl')
    return [
      ...of('d', 'data', 'data-binary', 'data-urlencode', 'json', 'F', 'form').flatMap((text) => {
        const [, file] = /^(?:[^=@]*=)?[@<]([^;]+)/.exec(text) ?? [];
        return file === undefined || file === '-' ? [] : [file];
      }),
      ...of('T', 'upload-file').filter((file) => file !== '-' && file !== '.'),
    ];
  if (program === 'wget') return of('post-file', 'body-file');
  return operands.flatMap((text) => (/^[\w.-]+@[^@]+$/.test(text) ? [text.slice(text.indexOf('@') + 1)] : []));
}
