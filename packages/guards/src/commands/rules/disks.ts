import type { CommandRule } from '../rule.ts';

const READERS =
  'cat less more head tail bat base64 xxd od hexdump strings grep sed awk cp tar zip nl tac rev sort cut dd gzip openssl pbcopy xclip vim nano view'.split(
    ' ',
  );
const SENDERS =
  'curl wget nc ncat netcat socat scp rsync sftp ftp http https telnet mail mailx sendmail ssh aws gsutil rclone dig nslookup host ping openssl'.split(
    ' ',
  );

/** Rules about losing disks, and the rights to files. */
export const DISK_RULES: readonly CommandRule[] = [
  {
    id: 'write-device',
    does: 'block',
    why: 'writes over a disk',
    programs: ['dd', 'tee', 'shred', 'badblocks', 'ddrescue', 'wipe'],
    operands: ['writes to a device'],
  },
  {
    id: 'write-device',
    does: 'block',
    why: 'writes over a disk',
    programs: ['cp', 'mv', 'install'],
    operands: ['copies onto a device'],
  },
  {
    id: 'format-disk',
    does: 'block',
    why: 'makes a new file system, and what is on the disk is gone',
    programs: [
      'mkfs',
      'mkfs.ext2',
      'mkfs.ext3',
      'mkfs.ext4',
      'mkfs.xfs',
      'mkfs.btrfs',
      'mkfs.vfat',
      'mkfs.fat',
      'mkfs.ntfs',
      'mkfs.f2fs',
      'mke2fs',
      'mkntfs',
      'mkdosfs',
      'newfs',
      'mkswap',
    ],
    operands: ['names a device'],
  },
  {
    id: 'format-disk',
    does: 'block',
    why: 'changes what a disk consists of',
    programs: [
      'wipefs',
      'sgdisk',
      'sfdisk',
      'fdisk',
      'parted',
      'gdisk',
      'cfdisk',
      'blkdiscard',
      'hdparm',
      'mdadm',
      'dmsetup',
    ],
    operands: ['names a device'],
    without: ['l', 'list', 'I', 't', 'T', 'n', 'no-act', 'D', 'detail', 'E', 'examine', 'p', 'print'],
    unless: /\sprint\b/,
  },
  {
    id: 'format-disk',
    does: 'block',
    why: 'destroys a volume',
    programs: ['zpool', 'zfs', 'vgremove', 'lvremove', 'pvremove', 'btrfs', 'cryptsetup', 'diskutil'],
    text: /^(?:zpool|zfs) destroy\b|^(?:vg|lv|pv)remove\b|subvolume delete|\b(?:luksFormat|luksErase|eraseDisk|eraseVolume|zeroDisk|secureErase|partitionDisk|reformat)\b/i,
  },
  {
    id: 'open-rights',
    does: 'block',
    why: 'changes the rights to all files of the root or a folder of the system',
    programs: ['chmod', 'setfacl'],
    flags: [['R', 'recursive']],
    operands: ['names the root or a system folder'],
  },
  {
    id: 'open-rights-here',
    does: 'ask',
    why: 'lets every user write to all files of the folder',
    programs: ['chmod'],
    flags: [['R', 'recursive']],
    operands: ['opens to everybody'],
  },
  {
    id: 'close-rights',
    does: 'block',
    why: 'takes all rights to the root or a folder of the system',
    programs: ['chmod'],
    operands: ['names the root or a system folder', 'closes to everybody'],
  },
  {
    id: 'set-owner-rights',
    does: 'ask',
    why: 'lets every user act as the owner of the program',
    programs: ['chmod'],
    operands: ["sets the owner's rights for everybody"],
  },
  {
    id: 'change-owner',
    does: 'block',
    why: 'changes who owns the root or a folder of the system',
    programs: ['chown', 'chgrp'],
    flags: [['R', 'recursive']],
    operands: ['names the root or a system folder'],
  },
  {
    id: 'write-accounts',
    does: 'block',
    why: 'changes accounts, rights or mounts of the system',
    programs: ['chmod', 'chown', 'tee', 'cp', 'mv', 'ln', 'install', 'sed', 'dd'],
    operands: ['writes a file of accounts'],
  },
  {
    id: 'read-private-key',
    does: 'block',
    why: 'reads a private key',
    programs: READERS,
    operands: ['reads a private key'],
  },
  {
    id: 'send-secret',
    does: 'block',
    why: 'sends keys or passwords to another machine',
    programs: SENDERS,
    operands: ['sends a secret'],
    sites: ['here', 'remote', 'container'],
  },
];
