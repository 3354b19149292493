// Rewrites a TypeScript source so that every named function says when it is entered; used by walk.mjs.
import { transformSync } from 'esbuild';
import { parseSync } from 'oxc-parser';

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** The JavaScript of a source, and its named functions as `{ name, isForward }`; the id of the first of them is `firstId`. */
export function instrument(file, text, firstId) {
  const functions = [];
  const edits = [];
  visit(parseSync(file, text).program, null, (node, name) => {
    if (name === null || node.body === null || node.body === undefined) return;
    edits.push(...editsFor(node, text, firstId + functions.length));
    functions.push({ name, isForward: isForward(node) });
  });
  const wrapped = `__walk.loading(1);${apply(text, edits)}\n;__walk.loading(-1);`;
  return { code: transformSync(wrapped, { loader: 'ts', format: 'esm', target: 'node20.19' }).code, functions };
}

/** Calls `onFunction` for each function, an outer one before those inside of it, with the name that its place in the source gives it. */
function visit(node, name, onFunction) {
  if (FUNCTIONS.has(node.type)) onFunction(node, node.id?.name ?? name);
  for (const [key, value] of Object.entries(node)) {
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child?.type === 'string') visit(child, nameGivenBy(node, key), onFunction);
  }
}

/** A function has the name of the variable, property or method that holds it; one that is passed on in place has none. */
function nameGivenBy(node, key) {
  if (node.type === 'VariableDeclarator' && key === 'init') return node.id.name ?? null;
  if (['Property', 'PropertyDefinition', 'MethodDefinition'].includes(node.type) && key === 'value')
    return node.key.name ?? String(node.key.value ?? '');
  return null;
}

/** The body becomes an arrow function that the tracer calls: `this`, `super` and `arguments` stay what they are. */
function editsFor({ body, async: isAsync, generator, type }, text, id) {
  const open = `__walk.run(${id}, ${isAsync ? 'async ' : ''}() => `;
  if (generator) return [{ at: body.start + 1, text: `__walk.run(${id}, () => {});` }];
  if (type === 'ArrowFunctionExpression' && body.type !== 'BlockStatement')
    return [
      { at: body.start, text: `${open}(` },
      { at: body.end, text: '))', isClosing: true },
    ];
  if (text.slice(body.start + 1, body.end - 1).trim() === '')
    return [{ at: body.start + 1, text: `return ${open}{});` }];
  return [
    { at: body.start + 1, text: `return ${open}{` },
    { at: body.end - 1, text: '\n});', isClosing: true },
  ];
}

/** At one place an inner function closes before an outer one, and all close before the next one opens. */
function apply(text, edits) {
  const order = edits.map((edit, index) => ({ ...edit, index }));
  order.sort((one, other) => {
    if (one.at !== other.at) return one.at - other.at;
    if (one.isClosing !== other.isClosing) return one.isClosing ? -1 : 1;
    return one.isClosing ? other.index - one.index : one.index - other.index;
  });
  let done = 0;
  const parts = order.flatMap(({ at, text: added }) => {
    const part = text.slice(done, at);
    done = at;
    return [part, added];
  });
  return [...parts, text.slice(done)].join('');
}

/** Whether the body only calls one other function, and only with names and constants among which are the function's own parameters. */
function isForward({ params, body }) {
  const call = onlyCall(body);
  if (call === null) return false;
  const own = new Set(params.flatMap(namesIn));
  const given = call.arguments.map(bare);
  const isPlain = (node) => ['Identifier', 'ThisExpression', 'Literal'].includes(node.type);
  return own.size > 0 && given.every(isPlain) && given.some(({ name }) => own.has(name));
}

function onlyCall(body) {
  if (body.type !== 'BlockStatement') return asCall(body);
  const [only, ...others] = body.body;
  if (only === undefined || others.length > 0) return null;
  const value = { ReturnStatement: only.argument, ExpressionStatement: only.expression }[only.type] ?? null;
  return value === null ? null : asCall(value);
}

function asCall(node) {
  const inner = bare(node);
  return inner.type === 'CallExpression' ? inner : null;
}

/** Without what only types, awaits or encloses it. */
function bare(node) {
  const inner = { AwaitExpression: node.argument, SpreadElement: node.argument }[node.type];
  if (inner !== undefined) return bare(inner);
  return /^(Parenthesized|TSAs|TSSatisfies|TSNonNull)Expression$/.test(node.type) ? bare(node.expression) : node;
}

function namesIn(pattern) {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name];
    case 'AssignmentPattern':
      return namesIn(pattern.left);
    case 'RestElement':
      return namesIn(pattern.argument);
    case 'ArrayPattern':
      return pattern.elements.flatMap(namesIn);
    case 'ObjectPattern':
      return pattern.properties.flatMap((each) => namesIn(each.value ?? each.argument));
    default:
      return [];
  }
}
