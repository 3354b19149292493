import type { CommandRule } from '../rule.ts';
import { row } from './row.ts';

/** What services of others lose: code hosts, secret stores, payment, mail, monitoring. */
export const SAAS_PACK: readonly CommandRule[] = [
  row(
    'service-delete',
    'gh',
    /\s(?:repo|release|secret|variable|ssh-key|gpg-key|issue|label|gist|run|workflow|cache|codespace|environment|project|extension|ruleset)\s+(?:delete|remove|archive|disable|delete-asset|rename|transfer|edit\b.*--visibility)(?=\s|$)/,
    'removes something at GitHub',
  ),
  row(
    'service-open',
    'gh glab npm cargo gem',
    /^gh\s+(?:pr\s+merge\s.*--admin|auth\s+(?:refresh|login)\s.*(?:delete_repo|admin:\w+)|(?:ssh-key|gpg-key)\s+add|repo\s+edit\s.*--visibility|secret\s+set)\b|^glab\s+ssh-key\s+add\b|^npm\s+(?:owner\s+add|token\s+create|access\s+grant)\b|^(?:cargo|gem)\s+owner\s.*(?:-a|--add)\b/,
    'gives others, or this machine, rights at a service',
  ),
  row(
    'service-delete',
    'gh glab',
    /\sapi\b.*(?:-X\s*|--method[= ])"?(?:DELETE|PUT|PATCH)\b|\sapi\s+graphql\s[^]*\bmutation\b[^]*\b(?:delete|remove|archive|close)[A-Z]/i,
    'changes or removes something by the interface of the service',
  ),
  row(
    'service-delete',
    'glab',
    /\s(?:repo|release|variable|ssh-key|issue|label|mr|ci|schedule|runner|snippet|deploy-key)\s+(?:delete|remove|archive|unset)(?=\s|$)/,
    'removes something at GitLab',
  ),
  row(
    'service-delete',
    'hub tea az',
    /\s(?:delete|repos\s+delete|pipelines\s+delete|boards\s+\S+\s+delete|devops\s+project\s+delete)(?=\s|$)/,
    'removes something at a code host',
  ),
  row(
    'secret-loss',
    'vault bao',
    /\s(?:delete|destroy|disable|revoke|seal|rekey|kv\s+(?:delete|destroy|metadata\s+delete)|secrets\s+disable|auth\s+disable|policy\s+delete|lease\s+revoke|token\s+revoke|operator\s+(?:generate-root|migrate|rekey|seal|step-down|raft\s+(?:remove-peer|snapshot\s+restore))|audit\s+disable)(?=\s|$)/,
    'removes or locks secrets',
  ),
  row(
    'secret-loss',
    'doppler infisical op bw pass gopass lpass akeyless chamber teller',
    /\s(?:delete|rm|remove|purge|destroy|unset|item\s+delete|vault\s+delete|user\s+(?:delete|suspend)|document\s+delete)(?=\s|$)/,
    'removes secrets',
  ),
  row(
    'secret-loss',
    'aws',
    /\s(?:secretsmanager|ssm|kms)\s+(?:delete|remove|schedule|disable|put-secret|update-secret|restore)\S*/,
    'removes or replaces secrets',
  ),
  row(
    'service-delete',
    'stripe square',
    /\s(?:delete|cancel|(?:refunds?|payouts|charges|payment[-_]intents|transfers)\s+create|void|roll)(?=\s|$)/,
    'removes or moves something of real customers',
  ),
  row(
    'service-delete',
    'sentry-cli newrelic datadog-ci pd pagerduty grafana-cli honeycomb splunk logcli promtool',
    /\s(?:delete|remove|uninstall|clean|disable|remove-\w+|tsdb\s+clean)(?=\s|$)/,
    'removes what watches over the system',
  ),
  row(
    'service-delete',
    'fastly cloudflared akamai flarectl',
    /\s(?:delete|purge|purge-all|remove|cleanup)(?=\s|$)/,
    'removes or empties what delivers pages',
  ),
  row(
    'service-delete',
    'ldcli launchdarkly flagsmith split unleash flipt',
    /\s(?:delete|archive|remove|kill)(?=\s|$)/,
    'removes a switch that programs depend on',
  ),
  row(
    'service-delete',
    'slack twilio mailgun postmark sendgrid firebase supabase auth0 okta contentful sanity',
    /\s(?:delete|remove|destroy|rm|[\w-]+:(?:delete|remove|disable)|firestore:delete|hosting:disable|dataset\s+delete)(?=\s|$)/,
    'removes something of a service',
  ),
  row(
    'service-delete',
    'npm pnpm yarn cargo gem twine',
    /\s(?:unpublish|deprecate|yank|owner\s+(?:rm|remove)|access\s+revoke|dist-tag\s+rm|org\s+rm|team\s+(?:rm|destroy))(?=\s|$)/,
    'takes a package, or the right to it, away',
  ),
  row('service-delete', 'nuget dotnet', /^(?:nuget|dotnet\s+nuget)\s+delete(?=\s|$)/, 'takes a package away'),
  row(
    'service-delete',
    'gitlab-rails gitlab-rake gitlab-ctl',
    /\b(?:destroy|destroy_all|delete_all)\b|\bbackup:restore\b|\b(?:cleanse|uninstall|remove-accounts)\b/,
    'removes or replaces what a GitLab server holds',
  ),
  row(
    'service-delete',
    'curl http https xh wget',
    /\/(?:doDelete|delete[-_][a-z]+|[a-z]+[-_]delete)(?![\w-])|\bmutation\b[^]*\bdelete[A-Z]\w*\s*\(/,
    'asks a service to remove something',
  ),
  row(
    'service-delete',
    'curl http https xh wget',
    /(?:-X\s*|--request[= ]|^(?:https?|xh)\s+|--method[= ])['"]?DELETE\b/i,
    'asks a service to remove something',
  ),
];
