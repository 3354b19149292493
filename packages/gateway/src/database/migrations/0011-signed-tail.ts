/** The marks of the last removed lines decide what the lines after them may refer to: they are signed, too. */
export const SIGNED_TAIL = `
-- Null: the checkpoint is from before this step, and its signature does not cover the marks.
alter table checkpoint add column tail_digest bytea;

create or replace function checkpoint_digest(p_org int, p_day date) returns bytea language sql stable as $$
  select sha256(convert_to(coalesce(string_agg(
      c.stream || ' ' || c.seq || ' ' || c.lines || ' ' || encode(c.head, 'hex') || ' ' || c.findings || coalesce(' ' || encode(c.tail_digest, 'hex'), ''),
      e'\\n' order by c.stream, c.seq), ''), 'utf8'))
    from checkpoint c where c.org = p_org and c.day = p_day
$$;
`;
