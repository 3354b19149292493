import type { CommandRule } from '../rule.ts';

const ANYWHERE = ['here', 'remote', 'container'] as const;

/** Rules about what everything else on a machine rests on: modules, mounts, names, links between programs. */
export const FOUNDATION_RULES: readonly CommandRule[] = [
  {
    id: 'load-code',
    does: 'ask',
    why: 'makes another program be found under a name of the system',
    programs: ['update-alternatives', 'alternatives', 'ldconfig'],
    text: /\s(?:--install|--set)\s.*\s\/(?:tmp|var\/tmp|dev\/shm|home)\/|^ldconfig\s.*\s\/(?:tmp|var\/tmp|dev\/shm|home)\//,
  },
  {
    id: 'runs-later',
    does: 'ask',
    why: 'makes a service start with the machine',
    programs: ['ln', 'cp', 'mv', 'install'],
    text: /\s\/(?:etc|run|usr\/lib|lib)\/systemd\/(?:system|user)\/\S+\.(?:wants|requires)\//,
  },
  {
    id: 'kernel-module',
    does: 'ask',
    why: 'takes a part of the kernel away, or puts code into it',
    programs: ['modprobe', 'dkms', 'bpftool', 'depmod'],
    text: /^modprobe\s(?:.*\s)?(?:-\w*r|--remove)\s.*(?:iptable|nf_|nft|ip_tables|apparmor|selinux|audit|lockdown|tcp|ext4|xfs)|^dkms\s+(?:install|add)\s|^bpftool\s+(?:prog\s+(?:load|attach)|map\s+(?:update|delete))\b/,
  },
  {
    id: 'network-down',
    does: 'ask',
    why: 'makes the network of the machine lose, delay or send elsewhere what it carries',
    programs: ['tc', 'resolvectl'],
    text: /^tc\s+qdisc\s+(?:add|replace|change)\s.*\b(?:loss|corrupt|duplicate)\b|^resolvectl\s+(?:dns|domain)\s+\S+\s+\S/,
  },
  {
    id: 'unmount',
    does: 'ask',
    why: 'takes devices or shared folders away from the machine',
    programs: ['losetup', 'exportfs', 'multipath', 'iscsiadm', 'udisksctl', 'quotaoff', 'drbdadm'],
    text: /^losetup\s.*(?:-D|--detach-all)\b|^exportfs\s.*-\w*a\w*u|^exportfs\s.*-\w*u\w*a|^multipath\s.*-F\b|^iscsiadm\s.*(?:-o\s*delete|--op[= ]delete|--logout)|^udisksctl\s+power-off\b|^quotaoff\s.*-\w*a|^drbdadm\s+(?:create-md|wipe-md|down|invalidate)\b/,
  },
  {
    id: 'stop-service',
    does: 'ask',
    why: 'stops what watches over the machine',
    // By their scripts: `/etc/init.d/auditd stop`.
    programs: [
      'auditd',
      'syslog',
      'rsyslog',
      'syslog-ng',
      'fail2ban',
      'iptables',
      'apparmor',
      'clamav-daemon',
      'falcon-sensor',
    ],
    sub: [['stop', 'force-stop', 'teardown']],
  },
  {
    id: 'kill-user',
    does: 'ask',
    why: 'ends all processes of a user',
    programs: ['loginctl'],
    sub: [['terminate-user', 'terminate-session', 'kill-user', 'kill-session', 'terminate-seat']],
  },
  {
    id: 'change-clock',
    does: 'ask',
    why: 'sets the clock of the machine',
    programs: ['date', 'timedatectl', 'hwclock', 'systemsetup'],
    text: /^date\s(?:.*\s)?(?:-\w*s\s|--set[= ])|^timedatectl\s+set-(?:time|ntp\s+(?:0|no|false))|^hwclock\s.*--(?:set|systohc)\b|^systemsetup\s+-set(?:date|time|usingnetworktime\s+off)/,
  },
  {
    id: 'protection-off',
    does: 'ask',
    why: 'makes git get and give over a connection that everybody can change',
    programs: ['git'],
    sub: [['config']],
    text: /\burl\.["']?http:\/\/(?!localhost|127\.)\S*\.(?:pushI|i)nsteadOf\b/i,
  },
  {
    id: 'write-outside',
    does: 'ask',
    why: 'lets a patch write outside the project',
    programs: ['git'],
    sub: [['apply']],
    flags: [['unsafe-paths']],
  },
  {
    id: 'runs-later',
    does: 'ask',
    why: 'takes hooks or commands of git from an unusual folder',
    programs: ['git'],
    flags: [['template', 'exec-path']],
    text: /\s--(?:exec-path=\S|template[= ]\/(?:tmp|var\/tmp|dev\/shm)\/)/,
    sites: ANYWHERE,
  },
  {
    id: 'protection-off',
    does: 'ask',
    why: 'turns off what watches over the machine',
    programs: ['falconctl', 'esxcli', 'mdatp', 'sentinelctl', 's1ctl', 'cytool'],
    text: /^falconctl\s+-\w*[dg]|^esxcli\s.*(?:--enabled[= ](?:false|0)|\bprocess\s+kill\b)|^mdatp\s+config\s.*--value\s+disabled|^(?:sentinelctl|s1ctl)\s.*(?:unload|unprotect|disable)|^cytool\s.*(?:stop|disable)/,
  },
  {
    id: 'protection-off',
    does: 'ask',
    why: 'makes the machine trust whoever has signed with another key',
    programs: ['trust', 'certutil', 'keytool'],
    text: /^trust\s+anchor\s+(?!--remove)|^certutil\s(?:.*\s)?-A\s.*-t\s*["']?\w*[CT]|^keytool\s.*-import(?:cert)?\b.*\bcacerts\b/,
  },
];
