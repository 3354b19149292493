import type { CommandRule } from '../rule.ts';

/** Rules about programs that only macOS has, and about programs that keep a home folder in order. */
export const MACOS_RULES: readonly CommandRule[] = [
  {
    id: 'format-disk',
    does: 'block',
    why: 'makes a new file system, and what is on the disk is gone',
    programs: ['newfs_apfs', 'newfs_hfs', 'newfs_exfat', 'newfs_msdos', 'newfs_udf'],
    operands: ['names a device'],
    without: ['N'],
  },
  {
    id: 'format-disk',
    does: 'block',
    why: 'destroys a volume',
    programs: ['diskutil'],
    text: /^diskutil\s+(?:(?:apfs|ap)\s+(?:delete|erase)\w*|(?:coreStorage|cs|appleRAID|ar)\s+delete\w*|splitPartition|mergePartitions)\b/i,
  },
  {
    id: 'format-disk',
    does: 'block',
    why: 'erases a volume',
    programs: ['hdiutil', 'asr'],
    text: /^hdiutil\s+erase\b|^asr\s+restore\b.*\s--?erase\b/,
  },
  {
    id: 'power-off',
    does: 'block',
    why: 'starts the machine again',
    programs: ['launchctl'],
    sub: [['reboot']],
  },
  {
    id: 'change-start',
    does: 'ask',
    why: 'changes how the machine starts',
    programs: ['nvram', 'bless'],
    text: /^nvram\s(?:.*\s)?(?:-[a-z]*[cdf]\b|[^-\s][^\s=]*=)|^bless\s.*--(?:setBoot|unbless)\b/,
  },
  {
    id: 'protection-off',
    does: 'block',
    why: 'resets what is set for a protection of the system',
    programs: ['csrutil'],
    sub: [['clear']],
  },
  {
    id: 'change-account',
    does: 'block',
    why: 'changes, adds or removes an account',
    programs: ['dscl', 'sysadminctl', 'dseditgroup'],
    text: /^dscl\s(?:.*\s)?-?(?:create|append|merge|delete|change|changei|passwd)(?=\s)|^sysadminctl\s.*-(?:deleteUser|addUser|resetPasswordFor|newPassword)\b|^dseditgroup\s.*-o\s+(?:edit|create|delete)\b/,
  },
  {
    id: 'change-network',
    does: 'ask',
    why: 'changes where the machine looks for names and sends its traffic',
    programs: ['networksetup', 'scutil'],
    text: /^networksetup\s.*-(?:set|add|create|remove|delete)\w+|^scutil\s.*--set\s/,
    unless: /\s-(?:setairportpower|setnetworkserviceenabled)\s.*\son$/,
  },
  {
    id: 'remove-settings',
    does: 'ask',
    why: 'removes the settings that it keeps, and the files that it manages',
    programs: ['chezmoi', 'mise'],
    text: /^chezmoi\s(?:.*\s)?(?:destroy|purge)\b|^mise\s+implode\b/,
    without: ['n', 'dry-run', 'help', 'h'],
  },
];
