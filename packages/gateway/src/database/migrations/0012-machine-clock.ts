/** A machine whose clock is wrong sends its lines all the same, with times that are wrong: those who read them must know. */
export const MACHINE_CLOCK = `
-- Seconds by which its clock is ahead of the gateway's, as it says; null: it is right.
alter table machine add column clock_ahead int;
`;
