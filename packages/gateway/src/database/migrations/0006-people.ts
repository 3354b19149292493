/** A machine that enrolled for one job is one only as long as the job can take. */
export const PEOPLE = `
alter table machine add column valid_until timestamptz;
`;
