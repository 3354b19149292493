import type { CommandRule } from '../rule.ts';
import { row } from './row.ts';

/** What storage and backups lose, after which there may be no way back. */
export const STORAGE_PACK: readonly CommandRule[] = [
  row(
    'backup-loss',
    'restic',
    /\s(?:forget|prune|key\s+(?:remove|rm)|unlock\b.*--remove-all|rewrite\b.*--forget|repair)(?=\s|$)/,
    'removes backups',
  ),
  row(
    'backup-loss',
    'borg borg2 borgmatic',
    /\s(?:(?:r|repo-)?delete|prune|compact|recreate|break-lock|key\s+change)(?=\s|$)|\scheck\b.*--repair/,
    'removes backups',
  ),
  row(
    'backup-loss',
    'duplicity duplicati-cli kopia bup attic rdiff-backup tarsnap barman pgbackrest wal-g',
    /\b(?:remove-older-than|remove-all-but-n-full|remove-all-inc-of-but-n-full|delete|purge|expire|--remove-older-than|cleanup|-d|--nuke|stanza-delete|snapshot\s+(?:delete|expire)|maintenance\s+run|everything)\b/,
    'removes backups',
  ),
  row(
    'backup-loss',
    'velero tmutil timeshift snapper zrepl sanoid',
    /\b(?:delete|deletelocalsnapshots|disable|--delete|--delete-all|prune)\b/,
    'removes backups or snapshots',
  ),
  {
    ...row(
      'sync-loss',
      'rsync',
      /--del(?:ete)?(?:-\w+)*\b|--remove-source-files\b/,
      'removes files at the target or at the source',
    ),
    unless: /(?:^|\s)(?:--dry-run|--help|-[a-zA-Z]*n[a-zA-Z]*)(?=\s|$)/,
  },
  row(
    'sync-loss',
    'rclone',
    /\s(?:sync|move|moveto|purge|delete|deletefile|rmdir|rmdirs|cleanup|dedupe|bisync)(?=\s|$)/,
    'removes files at the target or at the source',
  ),
  row(
    'sync-loss',
    'unison syncthing lsyncd',
    /-force\b|-prefer\b|reset-database|reset-deltas/,
    'overwrites one side by the other',
  ),
  row(
    'storage-loss',
    'mc mcli',
    /\s(?:rb|rm|mirror\b.*--remove|admin\s+(?:user|policy|service|bucket)\s+(?:remove|rm|stop|delete|disable|unset))(?=\s|$)/,
    'removes objects or a bucket',
  ),
  row(
    'storage-loss',
    's3cmd s5cmd b2 swift wasabi',
    /\s(?:rb|rm|del|delete|sync\b.*--delete(?:-removed)?|delete-bucket|delete_bucket|delete-file-version)(?=\s|$)/,
    'removes objects or a bucket',
  ),
  row(
    'storage-loss',
    'aws',
    /\ss3api\s(?:delete-\S+|put-bucket-(?:lifecycle|versioning|policy)\S*)|\ss3\s(?:rm|rb)\b|\ss3\ssync\b.*--delete|\s(?:backup|glacier|efs|fsx)\s+delete-/,
    'removes objects, or what keeps them',
  ),
  row(
    'storage-loss',
    'gsutil gcloud az azcopy',
    /\s(?:rm|rb)(?=\s|$)|rsync\b.*\s-[a-zA-Z]*d|storage\s.*\bdelete(?:-batch)?\b|\s(?:remove)(?=\s|$)/,
    'removes objects or a bucket',
  ),
  row(
    'volume-loss',
    'zfs zpool btrfs lvremove vgremove pvremove lvreduce mdadm ceph rbd rados gluster',
    /\b(?:destroy|rollback|labelclear|offline|device\s+(?:delete|remove)|subvolume\s+delete|lvremove|vgremove|pvremove|lvreduce|--stop|--zero-superblock|--fail|--remove|osd\s+(?:rm|purge|destroy|out)|pool\s+(?:rm|delete)|rm|purge|volume\s+(?:delete|stop))\b/,
    'removes a volume, a pool or a snapshot',
  ),
];
