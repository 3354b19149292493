import { type Editing, editRoutes, type EditRoutes } from './edit-routes.ts';
import { type Looking, lookRoutes } from './routes.ts';

/** All routes that a page does not ask for first: with them comes all that knows how hooks decide. */
export function lateRoutes(looking: Looking, editing: Omit<Editing, 'source' | 'place'>): EditRoutes {
  const edit = editRoutes({ ...looking, ...editing });
  return { routes: [...lookRoutes(looking), ...edit.routes], close: edit.close };
}
