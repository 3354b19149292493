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
    /\s(?:delete|purge|remove|deallocate|stop|reset|revoke|clear|untag)(?=\s|$)|\sdelete-batch\b|\sbatch-delete\b/,
    'removes or stops something in Azure',
  ),
  row('cloud-delete', 'azcopy', /^azcopy\s(?:rm|remove)\b|--delete-destination[= ](?:true|prompt)/, 'removes blobs'),
  row(
    'cloud-delete',
    'gcloud',
    /\s(?:delete|destroy|remove|purge|reset|undelete|undeploy|disable)(?=\s|$)|\sstorage\srm\b|--delete-unmatched-destination-objects/,
    'removes something in Google Cloud',
  ),
  row('cloud-delete', 'gsutil', /\s(?:rm|rb)(?=\s|$)|\srsync\b.*\s-[a-zA-Z]*d/, 'removes objects or a bucket'),
  row(
    'cloud-delete',
    'doctl hcloud linode-cli scw exo oci ibmcloud upctl civo vultr-cli vultr tencentcloud aliyun',
    /\s(?:delete|destroy|rm|remove|terminate|rebuild)(?=\s|$)/,
    'removes something in the cloud',
  ),
  row(
    'cloud-delete',
    'fly flyctl heroku railway render vercel netlify now dokku platform koyeb deta',
    /\s(?:destroy|delete|rm|remove|down|[\w:]+:(?:destroy|delete|remove|reset))(?=\s|$)/,
    'removes something that is deployed',
  ),
  row(
    'cloud-delete',
    'wrangler',
    /\s(?:delete|remove|rollback|[\w:]+:delete)(?=\s|$)|\sd1\sexecute\b.*\b(?:DROP|DELETE|TRUNCATE)\b/i,
    'removes something at Cloudflare',
  ),
  row('cloud-dns', 'aws', /change-resource-record-sets\b.*"?Action"?\s*[:=]\s*"?DELETE/i, 'removes records of a zone'),
  row(
    'cloud-dns',
    'flarectl nsupdate dnscontrol cli53 octodns-sync',
    /\sdelete\b|\spush\b|\srrdelete\b|\spurge\b|--doit\b/,
    'changes records of a zone',
  ),
];
