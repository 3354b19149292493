import type { CommandRule, Severity } from '../rule.ts';

const ANYWHERE = ['here', 'remote', 'container'] as const;
const DRY = /(?:^|\s)(?:--dry-run(?:=(?!none)\w+)?|--dryrun|--help)(?=\s|$)/;

const loses = (programs: readonly string[], text: RegExp, why: string, does: Severity = 'ask'): CommandRule => ({
  id: 'delete-from-service',
  does,
  why,
  programs,
  text,
  unless: DRY,
  sites: ANYWHERE,
});

/** Rules about what services lose by a single command; packs have many more. */
export const SERVICE_RULES: readonly CommandRule[] = [
  loses(
    ['aws'],
    /\ss3\ssync\b.*\s--delete\b/,
    'removes everything in the bucket that the source does not have',
    'block',
  ),
  loses(['aws'], /\ss3\srb\b|\ss3api\sdelete-objects\b/, 'removes a bucket, or many objects at once'),
  loses(
    ['aws'],
    /\s(?:delete-(?:snapshot|image|db-snapshot|db-cluster-snapshot|backup-vault|recovery-point|file-system|hosted-zone|log-group|topic|queue|stream|role|policy|key-pair|domain|distribution|rest-api|user-pool|nat-gateway|subnet|security-group|load-balancer|auto-scaling-group|nodegroup|cache-cluster|replication-group|global-cluster|organization|account-alias|parameters?)|deregister-image|purge-queue)\b/,
    'removes something in the cloud',
  ),
  loses(['gsutil'], /\srsync\b.*\s-[a-zA-Z]*d/, 'removes everything in the bucket that the source does not have'),
  loses(
    ['az'],
    /\s(?:storage|acr|group|keyvault|cosmosdb|aks|sql|vm|webapp|functionapp|disk|snapshot|network|ad|postgres|mysql|redis|servicebus|eventhubs|monitor|backup|account|role)\s(?:.*\s)?(?:delete|purge|delete-batch)(?=\s|$)/,
    'removes something in the cloud',
  ),
  loses(['gcloud'], /\s(?:delete|destroy)(?=\s|$)/, 'removes something in the cloud'),
  loses(['gh', 'glab'], /\sapi\b.*(?:-X\s*|--method[= ])['"]?DELETE\b/i, 'asks the service to remove something'),
  loses(
    ['gh'],
    /\s(?:release|secret|ssh-key|gpg-key|variable|gist|codespace)\s+delete\b|\srepo\s+archive\b/,
    'removes something for everybody',
  ),
  loses(['glab'], /\s(?:release|variable|ssh-key)\s+delete\b/, 'removes something for everybody'),
  loses(['wrangler'], /\s(?:delete|[\w:]+:delete)(?=\s|$)/, 'removes something that is deployed, or its data'),
  loses(
    ['vault', 'bao'],
    /\ssecrets\s+disable\b|\skv\s+(?:destroy|metadata\s+delete)\b|\sauth\s+disable\b/,
    'removes secrets for good',
  ),
  loses(['restic'], /\sforget\b.*--prune\b|\sprune\b/, 'removes backups'),
  loses(['borg', 'borg2'], /\s(?:r|repo-)?delete\b|\sprune\b/, 'removes backups'),
  loses(
    ['rclone'],
    /^rclone\s(?:.*\s)?(?:sync|purge|delete|deletefile|rmdirs|cleanup|move)(?=\s)/,
    'removes files at the target or at the source',
  ),
  loses(
    ['kubectl', 'oc', 'k'],
    /\sdelete\s(?:.*\s)?(?:ns|namespaces?|projects?)\/\S/,
    'removes a namespace with all that runs in it',
    'block',
  ),
  loses(
    ['kubectl', 'oc', 'k'],
    /\sdelete\s(?:.*\s)?(?:pvc?|persistentvolumes?|persistentvolumeclaims?|sts|statefulsets?|crds?|customresourcedefinitions?|nodes?|secrets?|deploy|deployments?)\/\S/,
    'removes something that keeps data or machines from the cluster',
  ),
  loses(
    ['docker', 'podman'],
    /^\S+\s(?:rm|rmi|kill|stop|container\s+rm|image\s+rm|volume\s+rm)\s(?:.*\s)?(?:-\S*f\S*|--force)\s(?:.*\s)?[\uE000\uE009]|\svolume\s+rm\s.*[\uE000\uE009]/,
    'removes all containers, images or volumes that a list holds',
  ),
  loses(
    ['curl', 'http', 'https', 'wget'],
    /(?:-X\s*|--request[= ]|^https?\s+|--method[= ])['"]?DELETE\b[^]*(?::(?:9200|9300|7700|8983|8108|6333|5984|8086|8123|8500|2379)\b|elastic|opensearch|meilisearch|algolia|api\.(?:github|gitlab|stripe|cloudflare|sendgrid|mailgun|heroku|digitalocean|pagerduty|datadoghq|newrelic|fastly)\.)/i,
    'asks a service to remove data',
  ),
  loses(['bq'], /^bq\s(?:.*\s)?rm\b/, 'removes a table or a data set'),
  loses(['kafka-topics', 'kafka-topics.sh'], /--delete\b/, 'removes a topic with all that is in it'),
  loses(
    ['rabbitmqctl'],
    /\b(?:reset|force_reset|delete_vhost|delete_queue|purge_queue)\b/,
    'removes queues, or resets a node',
  ),
  loses(['etcdctl'], /\sdel\b/, 'removes the state of the cluster'),
  loses(['tmutil'], /\s(?:delete|deletelocalsnapshots|disable)\b/, 'removes backups'),
];
