// A door of its own: every call of the command asks which agents are connected, and loads nothing else of the toolbox.
export { connectionsOn } from './connect/connections.ts';
