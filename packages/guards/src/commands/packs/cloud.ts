import type { CommandRule } from '../rule.ts';
import { row } from './row.ts';

/** What AWS, Azure, Google and smaller clouds lose for good. */
export const CLOUD_PACK: readonly CommandRule[] = [
  row(
    'cloud-delete',
    'aws',
    /\s(?:terminate|delete|deregister|purge|remove|destroy|release|disable|revoke|cancel|reset|detach|stop|batch-delete)-[a-z0-9-]+(?=\s|$)|\ssns\s+unsubscribe(?=\s|$)/,
    'removes or stops something in AWS',
  ),
  row(
    'cloud-delete',
    'aws',
    /\ss3(?:api)?\s(?:rb|rm)\s|\ss3\ssync\b.*\s--delete\b|\ss3\smv\b.*--recursive/,
    'removes objects or a bucket of S3',
  ),
  row(
    'cloud-delete',
    'az',
    /\s(?:delete|purge|remove|deallocate|stop|reset|revoke|clear|untag|failover)(?=\s|$)|\sdelete-batch\b|\sbatch-delete\b/,
    'removes or stops something in Azure',
  ),
  row('cloud-delete', 'azcopy', /^azcopy\s(?:rm|remove)\b|--delete-destination[= ](?:true|prompt)/, 'removes blobs'),
  row(
    'cloud-delete',
    'gcloud',
    /\s(?:delete|destroy|remove|purge|reset|undelete|undeploy|disable|stop|suspend|drain|failover|abandon-instances|delete-instances|remove-iam-policy-binding|cancel|kill|revoke)(?=\s|$)|\sstorage\srm\b|--delete-unmatched-destination-objects/,
    'removes or stops something in Google Cloud',
  ),
  row('cloud-delete', 'gsutil', /\s(?:rm|rb)(?=\s|$)|\srsync\b.*\s-[a-zA-Z]*d/, 'removes objects or a bucket'),
  row(
    'cloud-delete',
    'doctl hcloud linode-cli scw exo oci ibmcloud upctl civo vultr-cli vultr ovhcloud yc nebius openstack nova neutron cinder glance swift cf eb kamal ibmcloud',
    /\s(?:[\w-]+-)?(?:delete|destroy|rm|remove|terminate|rebuild)(?=\s|$)/,
    'removes something in the cloud',
  ),
  row(
    'cloud-delete',
    'aliyun tccli tencentcloud volcengine hcloud-huawei',
    /\s(?:Delete|Terminate|Release|Remove|Destroy|Purge|Isolate|Stop)[A-Z]\w*/,
    'removes or stops something in the cloud',
  ),
  row(
    'cloud-delete',
    'fly flyctl heroku railway render vercel netlify now dokku platform koyeb deta',
    /\s(?:destroy|delete|rm|remove|down|unset|[\w:]+:(?:destroy|delete|remove|rm|reset|unset|clear|detach|disable|kill|killall|leave|rename|stop|transfer)|maintenance:on|access:update|rollback|api\s+(?:delete|remove|cancel)\w*)(?=\s|$)|\senv:clone\s.*(?:-t|--to)[= ]/,
    'removes or stops something that is deployed',
  ),
  row(
    'cloud-open',
    'aws',
    /\siam\s+(?:(?:attach|put)-[a-z-]*policy|create-(?:access-key|login-profile|policy-version|user|role|saml-provider)|add-user-to-group|update-assume-role-policy)\b|\sauthorize-security-group-(?:in|e)gress\b|\sput-(?:bucket-(?:acl|policy)|object-acl|key-policy|public-access-block)\b|\smodify-(?:image|snapshot|db-snapshot)-attribute\b|\slambda\s+add-permission\b|\skms\s+create-grant\b|\sorganizations\s+(?:leave|move|invite)-/,
    'gives rights in the account, or opens it to others',
  ),
  row(
    'cloud-open',
    'gcloud aws az',
    /^gcloud\b.*(?:[\s=,]ssh-keys=|\sos-login\s+ssh-keys\s+add\b)|^aws\b.*\sec2-instance-connect\s+send-(?:serial-console-)?ssh-public-key\b|^az\s+vm\s+user\s+update\b/,
    'changes who may log in to machines in the cloud',
  ),
  row(
    'cloud-password',
    'gcloud aws az',
    /^aws\b.*(?:\smodify-\S+\s(?:.*\s)?--master-user-password[= ]|\siam\s+update-login-profile\b|\scognito-idp\s+admin-set-user-password\b)|^gcloud\b.*(?:\ssql\s+users\s+set-password\b|\sreset-windows-password\b)|^az\b.*\supdate\s(?:.*\s)?(?:--admin-password|--password)[= ]/,
    'changes a password in the cloud',
  ),
  row(
    'cloud-orders',
    'gcloud',
    /\sadd-metadata\s(?:.*[\s=,])?(?:startup|shutdown|windows-startup)-script(?:-url|-ps1)?=/,
    'tells machines in the cloud what to run',
  ),
  row(
    'cloud-orders',
    'aws gcloud az',
    /\sssm\s+send-command\b|\slambda\s+update-function-code\b|\svm\s+run-command\s+(?:invoke|create)\b|\scompute\s+ssh\s.*--command\b|\sdeployment\s.*--mode[= ]complete\b/i,
    'tells machines in the cloud what to run, or replaces all that is there',
  ),
  row(
    'cloud-deploy',
    'vercel netlify firebase wrangler fly flyctl gcloud eb cf kamal serverless sls sam cdk railway render amplify az copilot sst cap',
    /^vercel\s(?:.*\s)?(?:--prod|promote|rollback)(?=\s|$)|^netlify\s+deploy\s.*(?:--prod|-p)(?=\s|$)|^firebase\s(?:.*\s)?deploy(?=\s|$)|^wrangler\s(?:.*\s)?(?:deploy|publish)(?=\s|$)|^fly(?:ctl)?\s+deploy(?=\s|$)|^gcloud\s(?:.*\s)?(?:app|run|functions)\s+deploy(?=\s|$)|^eb\s+deploy(?=\s|$)|^cf\s+push(?=\s|$)|^kamal\s+(?:deploy|setup|rollback)(?=\s|$)|^(?:serverless|sls|sam|cdk|copilot|sst)\s+deploy(?=\s|$)|^railway\s+(?:up|deploy)(?=\s|$)|^cap\s+production\s+deploy|^az\s+(?:webapp|functionapp)\s+(?:deploy|up)\b|^amplify\s+publish\b/,
    'puts a version before its users',
  ),
  row(
    'cloud-open',
    'gcloud gsutil',
    /\s(?:add|set)-iam-policy(?:-binding)?\b|\sfirewall-rules\s+(?:create|update)\b|\skeys\s+create\b|^gsutil\s(?:.*\s)?(?:iam|acl|defacl)\s+(?:ch|set)\b/,
    'gives rights in the project, or opens it to others',
  ),
  row(
    'cloud-open',
    'az',
    /\srole\s+assignment\s+create\b|\snsg\s+rule\s+(?:create|update)\b|\sfirewall-rule\s+(?:create|update)\b|\skeyvault\s+set-policy\b|\sad\s+(?:sp|app)\s+(?:create-for-rbac|credential\s+reset)\b/,
    'gives rights in the subscription, or opens it to others',
  ),
  row(
    'cloud-delete',
    'wrangler',
    /\s(?:delete|remove|rollback|[\w:]+:delete)(?=\s|$)|\sd1\sexecute\b.*\b(?:DROP|DELETE|TRUNCATE)\b/i,
    'removes something at Cloudflare',
  ),
  row(
    'cloud-open',
    'aws',
    /\smodify-instance-attribute\s.*--no-disable-api-termination|\s(?:ssm\s+send-command|ecs\s+execute-command)\s.*\b(?:rm\s+-\w*r|shutdown|reboot|mkfs|dd\s+if)|\sput-user-policy\b|\sec2\s+modify-db-instance\s.*--publicly-accessible/,
    'takes a protection away, or gives dangerous orders to machines',
  ),
  row(
    'cloud-dns',
    'aws',
    /change-resource-record-sets\b.*(?:"?Action"?\s*[:=]\s*"?DELETE|--change-batch[= ]file:)/i,
    'removes records of a zone, or may remove them',
  ),
  row(
    'cloud-delete',
    'aws gcloud az fly flyctl heroku docker doctl',
    /--(?:desired-(?:count|capacity)|num-nodes|new-capacity|min-size|node-count|replicas)[= ]0(?=\s|$)|\sscale\s+(?:count\s+0|\S+=0)(?=\s|$)|\sps:scale\s+\S+=0(?=\s|$)/,
    'stops all machines of a service',
  ),
  row(
    'cloud-dns',
    'flarectl nsupdate dnscontrol cli53 octodns-sync',
    /\sdelete\b|\spush\b|\srrdelete\b|\spurge\b|--doit\b/,
    'changes records of a zone',
  ),
];
