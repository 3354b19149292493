import type { CommandRule } from '../rule.ts';
import { row, sqlRow } from './row.ts';

const CLIENTS =
  'psql mysql mariadb sqlite3 sqlcmd cockroach clickhouse-client clickhouse duckdb usql pgcli mycli snowsql bq trino presto cqlsh vsql isql beeline hive impala-shell spark-sql sqlplus sql sqlcl fbsql isql-fb tsql mclient exaplus ysqlsh litecli turso';

/** What databases, queues and search engines lose for good. */
export const DATABASES_PACK: readonly CommandRule[] = [
  sqlRow(
    'database-loss',
    CLIENTS,
    /\b(?:DROP\s+(?:\w+\s+)?(?:TABLE|DATABASE|SCHEMA|VIEW|INDEX|KEYSPACE|USER|ROLE|FUNCTION|TYPE|COLUMN|SEQUENCE|TRIGGER|TABLESPACE|PUBLICATION|EXTENSION|OWNED)|TRUNCATE\b|ALTER\s+TABLE\b[^;]*\bDROP\b|REASSIGN\s+OWNED|DELETE\s+FROM|UPDATE\s+\S+\s+SET\b(?![^;]*\bWHERE\b))/i,
    'removes rows, tables or more of a database',
  ),
  sqlRow(
    'database-open',
    CLIENTS,
    /\b(?:GRANT\s+(?:ALL|SUPER)\b|ALTER\s+(?:USER|ROLE)\s+\S+\s+(?:WITH\s+)?(?:SUPERUSER|(?:ENCRYPTED\s+)?PASSWORD|IDENTIFIED)|INTO\s+(?:OUTFILE|DUMPFILE)|LOAD_FILE\s*\(|CREATE\s+(?:USER|ROLE)\b[^;]*\bSUPERUSER)/i,
    'gives an account of the database all rights, or reads and writes files of its server',
  ),
  row(
    'database-loss',
    'mongo mongosh mongos',
    /\.(?:drop(?:Database|Index(?:es)?|User|Role|AllUsersFromDatabase)?|deleteMany|deleteOne|remove|findOneAndDelete)\s*\(/,
    'removes documents or collections',
  ),
  row(
    'database-loss',
    'redis-cli valkey-cli keydb-cli',
    /\b(?:FLUSHALL|FLUSHDB|DEL|UNLINK|SHUTDOWN|SCRIPT\s+FLUSH|CONFIG\s+SET|DEBUG\s+\w+|CLUSTER\s+RESET)\b/i,
    'removes keys, or changes the server',
  ),
  row(
    'database-loss',
    'dropdb dropuser mysqladmin pg_resetwal pg_dropcluster pg_ctl',
    /^(?:dropdb|dropuser|pg_resetwal|pg_dropcluster)\b|\bdrop\b|\bshutdown\b|\bstop\b/,
    'removes a database or stops its server',
  ),
  row(
    'database-loss',
    'pg_restore',
    /(?:^|\s)(?:-[a-zA-Z]*c|--clean)(?=\s|$)/,
    'drops what is there before it restores',
  ),
  row(
    'database-loss',
    'mysqldump mongorestore mongodump',
    /--(?:drop|add-drop-database)\b/,
    'drops what is there before it restores',
  ),
  row('database-loss', 'bq', /^bq\s(?:.*\s)?rm\b|--replace\b/, 'removes a table or a data set'),
  row(
    'database-loss',
    'supabase',
    /\b(?:db\s+(?:reset|push)|projects?\s+delete|branches?\s+delete|functions?\s+delete|secrets\s+unset|storage\s+rm)\b/,
    'removes something of Supabase',
  ),
  row(
    'database-loss',
    'pscale neonctl neon turso planetscale atlas cockroach',
    /\s(?:delete|destroy|rm|remove|drop|reset)(?=\s|$)/,
    'removes a database or a branch of it',
  ),
  row(
    'database-loss',
    'influx influxd cqlsh nodetool couchbase-cli etcdctl consul',
    /\s(?:delete|bucket\s+delete|decommission|removenode|clearsnapshot|bucket-delete|bucket-flush|del|kv\s+delete)\b|\bdrop\b/i,
    'removes data or a node',
  ),
  row(
    'queue-loss',
    'kafka-topics kafka-topics.sh kafka-delete-records kafka-delete-records.sh kafka-consumer-groups kafka-consumer-groups.sh kafka-configs kafka-configs.sh kafka-acls kafka-acls.sh kcat rpk confluent',
    /--delete\b|--remove\b|--reset-offsets\b|^kafka-delete-records|\sdelete\b/,
    'removes topics, records or offsets',
  ),
  row(
    'queue-loss',
    'rabbitmqctl rabbitmqadmin',
    /\b(?:reset|force_reset|stop_app|delete_\w+|purge_queue|forget_cluster_node|clear_\w+|delete|purge)\b/,
    'removes queues or resets a node',
  ),
  row('queue-loss', 'nats', /\b(?:rm|purge|delete|del)\b/, 'removes streams, consumers or keys'),
  row(
    'search-loss',
    'curl http https wget',
    /(?:-X\s*|--request[= ]|^https?\s+|--method[= ])"?DELETE\b[^]*(?:elastic|opensearch|:9200|:9300|meili|:7700|algolia|solr|:8983|typesense|:8108|qdrant|:6333|weaviate|couch|:5984|influx|:8086|clickhouse|:8123|:8500)|_delete_by_query|\/_all\b[^]*DELETE|(?:POST|PUT)\b[^]*\/(?:_close|_cluster\/settings|delete-batch)\b/i,
    'removes an index or its documents',
  ),
  row(
    'database-loss',
    'node deno bun python python3 ruby php perl',
    /\.(?:delete|drop|destroy|purge|clear|truncate)_?(?:index|indices|collection|database|table|bucket|topic|queue|stream|keyspace|cluster|stack)\w*\s*\(|\.(?:flushall|flushdb|deleteMany|delete_by_query|drop_all|destroy_all|delete_all)\b/i,
    'removes what a database, a queue or a search engine holds, by code',
  ),
  row('database-loss', 'cypher-shell', /\b(?:DETACH\s+)?DELETE\b|\bDROP\b/i, 'removes what a graph holds'),
  row(
    'database-loss',
    'hdfs hadoop',
    /\s(?:-rm|-rmr|-rmdir|-expunge|-deleteSnapshot)(?=\s|$)|\snamenode\s+-format\b/,
    'removes files of the cluster',
  ),
  row(
    'database-loss',
    'wp drush console symfony bin artisan doctrine bin/console magento n98-magerun',
    /\s(?:db\s+(?:reset|drop|clean)|sql[-:](?:drop|create)|doctrine:(?:schema|database):drop|setup:uninstall|db:drop|site\s+empty)(?=\s|$)/,
    'removes all tables of a site',
  ),
  row('database-loss', 'memcached-tool memcdump memcrm', /\bflush_all\b|^memcrm\b/, 'removes all keys of a cache'),
  row(
    'queue-loss',
    'pulsar-admin pulsarctl kafkactl strimzi zookeeper-shell zkCli.sh',
    /\s(?:delete|delete-partitioned-topic|deleteall|rmr|terminate|clear-backlog)(?=\s|$)/,
    'removes topics or what is in them',
  ),
  row('database-loss', 'sqlite3', /\s['"]?\.restore\s/, 'replaces a database by another'),
  row('search-loss', 'algolia', /\s(?:delete|clear)\b/, 'removes an index or its records'),
];
