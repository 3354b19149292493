// The whole view stands in the address, so that it can be shared and gone back to. The key of the session never does.
import { computed, signal } from '@preact/signals';
import { isGateway } from './served.ts';

/** Those about the hooks of a folder are the studio's; those about machines a gateway's. */
const ALL_PAGES = [
  { id: 'timeline', path: '/', label: 'Timeline', key: 't' },
  { id: 'hooks', path: '/hooks', label: 'Hooks', key: 'h' },
  { id: 'faults', path: '/faults', label: 'Faults', key: 'f' },
  { id: 'latency', path: '/latency', label: 'Latency', key: 'l' },
  { id: 'what-if', path: '/what-if', label: 'What-if', key: 'w' },
  { id: 'shadow', path: '/shadow', label: 'Shadow', key: 's' },
  { id: 'workbench', path: '/workbench', label: 'Workbench', key: 'b' },
  { id: 'machines', path: '/machines', label: 'Machines', key: 'm' },
  { id: 'rollouts', path: '/rollouts', label: 'Roll-outs', key: 'r' },
  { id: 'exceptions', path: '/exceptions', label: 'Exceptions', key: 'x' },
] as const;

export type PageId = (typeof ALL_PAGES)[number]['id'] | 'decision';

const NOT_HERE: readonly PageId[] = isGateway
  ? ['hooks', 'what-if', 'workbench']
  : ['machines', 'rollouts', 'exceptions'];
export const PAGES = ALL_PAGES.filter(({ id }) => !NOT_HERE.includes(id));

export const TABS = ['fold', 'JSON', 'raw'] as const;
type Tab = (typeof TABS)[number];

export interface View {
  readonly page: PageId;
  /** Text of the filter. */
  readonly q: string;
  /** The chosen decision, in the pane or on its own page. */
  readonly decision: string | null;
  readonly tab: Tab;
  /** Whether the pane also says why the other hooks did not run. */
  readonly why: boolean;
  readonly lanes: boolean;
  /** Id of the chosen hook. */
  readonly hook: string | null;
  readonly project: string | null;
}

export const view = signal<View>(readView(location));
export const page = computed(() => view.value.page);
export const filter = computed(() => view.value.q);

/** Changes the view; `replace` leaves no step to go back to. */
export function go(change: Partial<View>, how: 'push' | 'replace' = 'push'): void {
  const next = { ...view.value, ...change };
  const address = addressOf(next);
  if (address === location.pathname + location.search) {
    view.value = next;
    return;
  }
  if (how === 'push') history.pushState(null, '', address);
  else history.replaceState(null, '', address);
  view.value = next;
}

/** Another page keeps the filter and drops what was chosen on this one. */
export const goTo = (id: PageId): void => go({ page: id, hook: null, decision: null, why: false, tab: 'fold' });

function addressOf(next: View): string {
  const { page: id, q, decision, tab, why, lanes, hook, project } = next;
  const path =
    id === 'decision'
      ? `/d/${encodeURIComponent(decision ?? '')}`
      : (PAGES.find((each) => each.id === id)?.path ?? '/');
  const query = new URLSearchParams();
  if (q !== '') query.set('q', q);
  if (id !== 'decision' && decision !== null) query.set('decision', decision);
  if (tab !== 'fold') query.set('tab', tab);
  if (why) query.set('why', '1');
  if (lanes && id === 'timeline') query.set('lanes', '1');
  if (hook !== null) query.set('hook', hook);
  if (project !== null) query.set('project', project);
  const search = query.toString();
  return search === '' ? path : `${path}?${search}`;
}

function readView({ pathname, search }: { readonly pathname: string; readonly search: string }): View {
  const query = new URLSearchParams(search);
  const alone = /^\/d\/([^/]+)$/.exec(pathname)?.[1];
  const tab = TABS.find((each) => each === query.get('tab')) ?? 'fold';
  return {
    page: alone === undefined ? (PAGES.find(({ path }) => path === pathname)?.id ?? 'timeline') : 'decision',
    q: query.get('q') ?? '',
    decision: alone === undefined ? query.get('decision') : decodeURIComponent(alone),
    tab,
    why: query.get('why') === '1',
    lanes: query.get('lanes') === '1',
    hook: query.get('hook'),
    project: query.get('project'),
  };
}

addEventListener('popstate', () => {
  view.value = readView(location);
});
