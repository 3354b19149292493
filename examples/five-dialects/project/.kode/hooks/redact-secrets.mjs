// Hides AWS keys in a prompt before the model gets it.
import { text } from 'node:stream/consumers';

const { prompt } = JSON.parse(await text(process.stdin));
const replace_prompt = prompt.replace(/AKIA[0-9A-Z]{16}/g, '[REDACTED-AWS]');
console.log(JSON.stringify({ replace_prompt, annotation: 'redacted AWS keys' }));
