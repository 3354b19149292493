// The same page is served by the studio of one machine and by a gateway of many; the gateway marks its document.
const mark = document.querySelector<HTMLMetaElement>('meta[name="hookline-gateway"]');

export const isGateway = mark !== null;

/** Where people log in; null: they need a link. */
export const loginPath = mark === null || mark.content === '' ? null : mark.content;
