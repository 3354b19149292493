import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { DecisionExplained, OrdersChecked } from '../api.ts';
import { Failed, Loading } from '../parts/state.tsx';
import { Refused, send } from '../state/http.ts';
import { useLoad } from '../state/load.ts';
import { go, view } from '../state/view.ts';
import { countOf, oneLine, plural, visible } from '../text/format.ts';

/** Why the other hooks took no part: from the hooks as they are now. Nothing is run for it. */
export function Why({ id }: { readonly id: string }): VNode {
  const isOpen = view.value.why;
  const { value, failure, again } = useLoad<DecisionExplained>(
    isOpen ? `/api/decisions/${encodeURIComponent(id)}/explain` : null,
  );
  return (
    <section class="why">
      <button
        type="button"
        class="opens"
        aria-expanded={isOpen}
        title="why (e)"
        onClick={() => go({ why: !isOpen }, 'replace')}
      >
        Why not the others?
      </button>
      {isOpen && failure !== null && value === null && <Failed failure={failure} again={again} />}
      {isOpen && failure === null && value === null && <Loading what="the hooks of now" />}
      {isOpen && value !== null && <Explained explained={value} />}
    </section>
  );
}

function Explained({ explained: { others, conflicts, notes } }: { readonly explained: DecisionExplained }): VNode {
  return (
    <>
      <p class="quiet">
        {others.length === 0
          ? 'There is no other hook now.'
          : `${plural(others.length, 'hook')} of now took no part. Hooks may have changed since.`}
      </p>
      <ul class="others">
        {others.map(({ id, name, why, runs }) => (
          <li key={id}>
            <span class="who">
              <strong>{oneLine(name)}</strong> {name !== id && <code>{oneLine(id)}</code>}
            </span>
            <span>{visible(why)}</span>
            {runs && <strong>would run now</strong>}
          </li>
        ))}
      </ul>
      {conflicts.length > 0 && <h4>Conflicts</h4>}
      {conflicts.map((conflict) => (
        <p class="conflict">{visible(conflict)}</p>
      ))}
      {notes.map((note) => (
        <p class="quiet">{visible(note)}</p>
      ))}
    </>
  );
}

/** Whether another order of finishing would have come to another outcome. Computed from the record when asked for. */
export function Orders({ id }: { readonly id: string }): VNode {
  const checked = useSignal<OrdersChecked | 'asked' | Refused | null>(null);
  const check = (): void => {
    checked.value = 'asked';
    send<OrdersChecked>('POST', `/api/decisions/${encodeURIComponent(id)}/orders`).then(
      (answer) => (checked.value = answer),
      (error: unknown) => (checked.value = error instanceof Refused ? error : null),
    );
  };
  const state = checked.value;
  return (
    <section class="orders">
      {state === null && (
        <button type="button" class="opens" onClick={check}>
          Would another order decide otherwise?
        </button>
      )}
      {state === 'asked' && <Loading what="the orders" />}
      {state instanceof Refused && <Failed failure={state} again={check} />}
      {state !== null && state !== 'asked' && !(state instanceof Refused) && <Checked orders={state} />}
    </section>
  );
}

function Checked({ orders: { tried, possible, other } }: { readonly orders: OrdersChecked }): VNode {
  const all = String(tried) === possible ? `all ${countOf(tried)}` : `${countOf(tried)} of ${possible}`;
  if (other === null) return <p class="holds">✓ No other order of finishing changes the outcome ({all} tried).</p>;
  return (
    <div class="conflict">
      <p>
        <strong>Another order changes {other.differs.join(', ')}</strong> ({all} tried):
      </p>
      <ol>
        {other.order.map((hook) => (
          <li key={hook}>
            <code>{oneLine(hook)}</code>
          </li>
        ))}
      </ol>
    </div>
  );
}
