/** A chunk without a body in its row has it in an object store, under this key. */
export const OBJECTS = `
alter table chunk add column place text;
`;
