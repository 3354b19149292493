import type { Handler } from '../model/index.ts';

/** What best distinguishes one handler from another, for people: its command, address or question as written. */
export function handlerText(handler: Handler): string {
  switch (handler.kind) {
    case 'command':
      if (handler.form === 'shell') return handler.script;
      return handler.form === 'words' ? handler.line : [handler.program, ...handler.args].join(' ');
    case 'http':
      return handler.url;
    case 'python':
      return handler.callable;
    case 'module':
      return handler.exportName === 'default' ? handler.path : `${handler.path}#${handler.exportName}`;
    case 'prompt':
    case 'agent':
      return handler.prompt;
    case 'text':
      return handler.text;
    case 'mcp_tool':
      return `${handler.server}/${handler.tool}`;
    case 'function':
      return 'a function of the host';
  }
}
