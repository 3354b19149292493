import { ANY_PROGRAM, type CommandRule } from '../rule.ts';

const ANYWHERE = ['here', 'remote', 'container'] as const;
const OF_SYSTEM = String.raw`\/(?:private\/)?(?:etc|usr\/s?bin|s?bin|boot|lib(?:32|64)?|usr\/lib|var\/log)`;
/** Parts of the kernel that people load by their name to use a device, a file system or a network. */
const KNOWN_PARTS =
  'fuse|loop|overlay|nbd|tun|tap|dummy|bonding|8021q|br_netfilter|bridge|veth|vxlan|wireguard|ip\\w*|nf\\w*|x_?t\\w*|kvm\\w*|vfio\\w*|vhost\\w*|virtio\\w*|i2c\\S*|spi\\S*|gpio\\S*|snd\\S*|usb\\S*|uvcvideo|v4l2\\S*|videodev|nvidia\\S*|nouveau|amdgpu|i915|dm[-_]\\S*|raid\\S*|md\\S*|zram|zfs|btrfs|xfs|ext4|nfs\\S*|cifs|v?fat|msdos|nls_\\S*|hfs\\S*|udf|overlayfs|aufs|exfat|ntfs3?|iso9660|squashfs|9p\\S*|binfmt_misc|msr|cpufreq\\S*|acpi\\S*|rtl\\S*|iwl\\S*|ath\\S*|brcm\\S*|cfg80211|mac80211|bluetooth|btusb|can\\S*|vcan|joydev|uinput|hid\\S*|coretemp|nct\\S*|it87|drivetemp|softdog|netem|sch_\\S*|tcp_\\w+|tls|null_blk|scsi\\S*|sg|st|sr_mod|libcomposite|dwc2|g_\\w+|configs|edac\\S*|ipmi\\S*|hyperv|hv_\\S*|vbox\\S*|vmw\\S*|rbd|ceph|drbd|target_core\\S*|iscsi\\S*|nvme\\S*|mlx\\S*|ib_\\S*|rdma\\S*|pcspkr|psmouse|apparmor|algif\\S*|af_\\S*|aes\\S*|cryptd|crc\\S*|test\\S*';

/** Rules about programs that appear as others, code that is put under others, and machines that work for strangers. */
export const DISGUISE_RULES: readonly CommandRule[] = [
  {
    id: 'disguise',
    does: 'ask',
    why: 'gives a shell or an interpreter another name or place',
    programs: ['cp', 'install', 'mv', 'dd'],
    text: /^(?:cp|install|mv)\s(?:-\S+\s+)*(?:\/usr)?\/bin\/(?:(?:ba|z|da|k|c|tc)?sh|python[\d.]*|perl|ruby|busybox|nc|ncat|curl|wget|ls|ps|find)\s+\S|^dd\s.*if=(?:\/usr)?\/bin\/(?:ba|z|da|k)?sh\b/,
  },
  {
    id: 'disguise',
    does: 'ask',
    why: 'makes a file look older than it is, or like one of the system',
    programs: ['touch'],
    text: new RegExp(
      String.raw`^touch(?:\s.*)?\s(?:-\w*r\s*|--reference[= ])${OF_SYSTEM}\/|^touch(?=\s(?:.*\s)?(?:-\w*[dt]\s|--date[= ])).*\s${OF_SYSTEM}\/`,
    ),
  },
  {
    id: 'disguise',
    does: 'ask',
    why: 'puts a file from the network where no one looks for it',
    programs: ['curl', 'wget', 'aria2c', 'scp', 'cp', 'mv', 'install'],
    text: /^(?:curl|wget|aria2c)\s(?:.*\s)?(?:-\w*[oO]|--output|--output-document|--out)[= ]?\s*(?:\/dev\/shm\/|\/(?:var\/)?tmp\/\.\w)|^(?:scp|cp|mv|install)\s.*\s(?:\/(?:usr\/)?lib\w*|\/dev(?!\/shm\/))\/(?:\S*\/)?\.\w[^/\s]*$/,
  },
  {
    id: 'disguise',
    does: 'ask',
    why: 'hides a file, or lets a program run under the name of another',
    programs: ['chflags', 'SetFile', 'exec'],
    text: /^chflags\s(?:-\S+\s+)*hidden\s|^SetFile\s.*-a\s+V\b|^exec\s(?:-[cl]+\s+)*-[cl]*a\s*(?:\[|(?:sys?logd|rsyslogd|sshd|cron|crond|systemd\S*|init|kworker\S*|dbus-daemon|udevd|httpd|nginx|apache2?|kthreadd|khelper)\s)/,
  },
  {
    id: 'kernel-module',
    does: 'ask',
    why: 'loads a part of the kernel that few people know',
    programs: ['modprobe'],
    text: new RegExp(String.raw`^modprobe\s+(?:-[av]+\s+)*(?!-|(?:${KNOWN_PARTS})(?:[\s=]|$))[\w./-]`),
  },
  {
    id: 'unmount',
    does: 'ask',
    why: 'makes what protects the system changeable, or hides a file of it under another',
    programs: ['mount'],
    text: new RegExp(
      String.raw`^mount\s.*\bremount,(?:\S*,)?rw\b\S*\s+(?:\S+\s+)?\/(?:usr|boot|etc)?(?=\s|$)|^mount\s.*(?:--?bind|-B|-o\s*r?bind)\s.*\s${OF_SYSTEM}\/\S+$|^mount\s.*(?:hidepid=|\s\/proc\/(?:\d|[\uE000\uE001])+(?=\s|$))`,
    ),
  },
  {
    id: 'lock-files',
    does: 'ask',
    why: 'locks or unlocks a file of the system against changes',
    programs: ['chattr', 'chflags'],
    text: new RegExp(
      String.raw`\s(?:[+-]\w*[ia]|u?schg|noschg|u?chg)\s.*(?:${OF_SYSTEM}|\/(?:Applications|Library|System))\/`,
    ),
  },
  {
    id: 'load-code',
    does: 'ask',
    why: 'makes a program load a library from where every program may write',
    programs: [ANY_PROGRAM],
    text: /\s(?:-{1,2}[\w-]+[= ]?|load(?:_module)?\s+|[\w.]+=)["']?(?:\/private)?\/(?:tmp|var\/tmp|dev\/shm|home\/[^/\s]+\/Downloads)\/\S+\.(?:so|dylib|dll)(?:\.\d+)*(?=["'\s,;)]|$)/,
    unless:
      /^(?:g?cc|g\+\+|c\+\+|clang\S*|ld\S*|rustc|go|nm|objdump|readelf|ldd|strip|file|ls|cp|mv|rm|cat|echo|find|tar|curl|wget|aria2c|install|ln|chmod)\s/,
    sites: ANYWHERE,
  },
  {
    id: 'load-code',
    does: 'ask',
    why: 'makes a program load code from an address',
    programs: ['node', 'nodejs', 'bun', 'tsx', 'ts-node'],
    text: /\s(?:--import|--require|-r|--loader|--experimental-loader|--preload)[= ]?(?:data:|https?:)/,
    sites: ANYWHERE,
  },
  {
    id: 'mine-coins',
    does: 'ask',
    why: 'lets the machine work for others',
    programs: [ANY_PROGRAM],
    text: /\bstratum\d?\+(?:tcp|ssl|tls):\/\/|\s--donate-level\b|\s--coin[= ]monero\b/,
    unless: /^(?:[ef]?grep|rg|echo|printf)\s/,
    sites: ANYWHERE,
  },
  {
    id: 'mine-coins',
    does: 'ask',
    why: 'lets the machine work for others',
    programs:
      'xmrig xmr-stak minerd cpuminer ethminer nbminer t-rex lolMiner phoenixminer cgminer bfgminer kdevtmpfsi'.split(
        ' ',
      ),
    without: ['help', 'version'],
    sites: ANYWHERE,
  },
  {
    id: 'open-shell',
    does: 'ask',
    why: 'opens a shell by an option of another program',
    programs: [ANY_PROGRAM],
    operands: ['opens a shell that it was not made for'],
  },
  {
    id: 'plant-option',
    does: 'ask',
    why: 'makes a file whose name is an option, which runs when another program names all files',
    programs: ['touch', 'echo', 'printf', 'cat', ':', 'cp', 'mv', 'tee'],
    operands: ['makes a file that is called like an option'],
  },
  {
    id: 'open-shell',
    does: 'ask',
    why: 'shares a shell or the screen of the machine with others',
    programs: ['ttyd', 'gotty', 'tmate', 'sshx', 'upterm', 'x11vnc', 'vncserver', 'teamviewer', 'anydesk', 'rustdesk'],
    without: ['help', 'version'],
  },
  {
    id: 'disguise',
    does: 'ask',
    why: 'names a program by a pattern, so that it is not read',
    programs: [ANY_PROGRAM],
    operands: ['is called by a pattern'],
    sites: ANYWHERE,
  },
  {
    id: 'open-login',
    does: 'ask',
    why: 'lets people use the machine without a password',
    programs: ['sysadminctl', 'passwd'],
    text: /^sysadminctl\s.*-(?:smbGuestAccess|afpGuestAccess|guestAccount)\s+on\b|^passwd\s(?:.*\s)?(?:-d|--delete)\s/,
  },
  {
    id: 'send-secret',
    does: 'ask',
    why: 'hides data in the name of a host that it asks for',
    programs: 'dig nslookup host ping drill curl wget resolvectl'.split(' '),
    text: /\s(?:https?:\/\/)?[A-Za-z0-9+_-]{8,}={1,2}\.[\w-]+\.\w|\s(?:https?:\/\/)?(?=[a-f\d]*\d)[a-f\d]{32,}\.[\w-]+\.\w/,
    sites: ANYWHERE,
  },
];
