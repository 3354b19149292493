import type { CommandRule } from '../rule.ts';

const ANYWHERE = ['here', 'remote', 'container'] as const;
const DATABASE_LOSS =
  /\b(?:DROP\s+(?:DATABASE|SCHEMA)|TRUNCATE\s+(?:TABLE\s+)?\w|DROP\s+TABLE|dropDatabase\s*\(|DELETE\s+FROM\s+[\w."`]+\s*(?:;|$|"|'))/i;

/** Rules about losing what databases hold. */
export const DATABASE_RULES: readonly CommandRule[] = [
  {
    id: 'drop-database',
    does: 'block',
    why: 'removes a database, a table or all of its rows',
    programs: [
      'psql',
      'mysql',
      'mariadb',
      'sqlite3',
      'mongo',
      'mongosh',
      'sqlcmd',
      'cockroach',
      'clickhouse-client',
      'duckdb',
      'usql',
      'pgcli',
      'mycli',
    ],
    sql: DATABASE_LOSS,
    sites: ANYWHERE,
  },
  {
    id: 'drop-database',
    does: 'block',
    why: 'removes a database',
    programs: ['dropdb', 'dropuser'],
    sites: ANYWHERE,
    without: ['help', 'version'],
  },
  {
    id: 'drop-database',
    does: 'block',
    why: 'removes a database',
    programs: ['mysqladmin'],
    text: /\bdrop\b/i,
    sites: ANYWHERE,
  },
  {
    id: 'drop-database',
    does: 'block',
    why: 'removes all keys of a database',
    programs: ['redis-cli', 'valkey-cli'],
    text: /\b(?:FLUSHALL|FLUSHDB)\b/i,
    sites: ANYWHERE,
  },
  {
    id: 'reset-database',
    does: 'ask',
    why: 'removes all data of a database',
    programs: [
      'rails',
      'rake',
      'prisma',
      'python',
      'python3',
      'php',
      'artisan',
      'supabase',
      'knex',
      'mix',
      'sequelize',
      'bin/rails',
    ],
    text: /\b(?:ecto\.(?:drop|reset)|db:(?:drop|reset|purge)|migrate reset|db push --force-reset|(?:manage\.py )?flush\b|reset_db|migrate:(?:fresh|reset)|db:wipe|db reset)\b/,
    sites: ANYWHERE,
  },
];
