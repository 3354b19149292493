import type { CommandRule, Severity } from '../rule.ts';

/** A drive, or a folder of Windows on it; Bash takes single backslashes away. */
const DRIVE = String.raw`(?:^|[\s"'])(?:[A-Za-z]:|%\w+%|\\\\)`;
const DRY = /\s-WhatIf\b/i;

const rowThat =
  (does: Severity) =>
  (id: string, programs: string, text: RegExp, why: string): CommandRule => ({
    id,
    does,
    why,
    programs: programs.split(' '),
    text,
    unless: DRY,
  });
const blocks = rowThat('block');
const asks = rowThat('ask');

/** Rules about programs of Windows, which Bash starts there as well. */
export const WINDOWS_RULES: readonly CommandRule[] = [
  blocks(
    'remove-everything',
    'del erase rd rmdir deltree',
    new RegExp(String.raw`^(?=.*\s/s\b).*${DRIVE}`, 'i'),
    'removes a folder of Windows with all that is in it',
  ),
  blocks('format-disk', 'format', /^format\s+[A-Za-z]:/, 'makes a new file system, and what is on the disk is gone'),
  blocks('format-disk', 'diskpart', /\s\/s\b|\bclean\b|\bdelete\b/i, 'changes what a disk consists of'),
  blocks('format-disk', 'cipher', /\s\/w:/i, 'overwrites the free room of a disk, where lost files could be found'),
  asks('format-disk', 'mountvol', /\s\/d\b/i, 'takes a disk away from the machine'),
  blocks(
    'delete-from-service',
    'vssadmin wbadmin wmic diskshadow',
    /\bdelete\s+(?:shadows|catalog|systemstatebackup|backup)\b|\bshadowcopy\s+(?:.*\s)?delete\b|\bresize\s+shadowstorage\b/i,
    'removes backups',
  ),
  blocks(
    'change-start',
    'bcdedit reagentc',
    /\s\/(?:set|delete|deletevalue|import|disable)\b/i,
    'changes how the machine starts, or takes its way back away',
  ),
  asks('remove-settings', 'reg', /^reg\s+delete\b/i, 'removes settings of Windows'),
  asks(
    'runs-later',
    'reg',
    /^reg\s+add\s.*CurrentVersion\\?\\?(?:Run|Policies|Winlogon|Image File)/i,
    'makes a program start by itself',
  ),
  asks(
    'change-setting',
    'reg',
    /^reg\s+(?:add|import|restore)\s+["']?(?:HKLM|HKEY_LOCAL_MACHINE)\b/i,
    'changes settings of Windows for everybody',
  ),
  asks(
    'open-shell',
    'runas',
    /\/user:\S*admin\S*\s+(?:.*[\\/"])?(?:cmd|powershell|pwsh|bash)(?:\.exe)?"?\s*$/i,
    'opens a shell for another user, and no one reviews what it is told',
  ),
  asks('runs-later', 'schtasks', /\s\/(?:create|change)\b/i, 'makes a program start by itself'),
  asks('crontab-remove', 'schtasks', /\s\/delete\b/i, 'removes scheduled jobs'),
  blocks(
    'read-credentials',
    'reg ntdsutil',
    /^reg\s+(?:save|export)\s+HK(?:LM|EY_LOCAL_MACHINE)\W*(?:SAM|SYSTEM|SECURITY)\b|^ntdsutil\s.*\bifm\b/i,
    'copies the passwords of all accounts',
  ),
  asks('runs-later', 'sc', /^sc\s+(?:\\\\\S+\s+)?create\b/i, 'makes a program start by itself'),
  blocks(
    'change-account',
    'net net1',
    /^net1?\s+(?:user|localgroup|accounts)\b.*\s\/(?:add|delete|active|domain)\b|^net1?\s+user\s+[\w.-]+\s+[^\s/]/i,
    'changes, adds or removes an account',
  ),
  blocks(
    'open-firewall',
    'netsh',
    /firewall\b.*\b(?:state\s+off|opmode\s+.*disable|reset|delete)\b/i,
    'takes the firewall down',
  ),
  asks(
    'stop-service',
    'sc',
    /^sc\s+(?:\\\\\S+\s+)?(?:delete|stop|config\s+\S+\s+start=\s*disabled)\b/i,
    'stops or removes a service',
  ),
  blocks(
    'kill-init',
    'taskkill tskill',
    /\b(?:svchost|csrss|wininit|winlogon|lsass|smss|services|explorer|MsMpEng|System)(?:\.exe)?\b|\/pid\s+[04]\b|\/im\s+\*/i,
    'ends a process that the machine needs',
  ),
  blocks(
    'change-owner',
    'takeown',
    new RegExp(String.raw`^(?=.*\s/r\b).*${DRIVE}`, 'i'),
    'changes who owns a folder of Windows',
  ),
  blocks(
    'open-rights',
    'icacls cacls',
    /\/(?:grant|g)\b.*\b(?:Everyone|Users|Jeder|S-1-1-0)\b.*\b(?:F|M|W|full)\b|\/reset\b.*\/t\b/i,
    'lets everybody change files of Windows',
  ),
  blocks('hide-traces', 'wevtutil', /^wevtutil\s+(?:cl|clear-log)\b/i, 'removes logs of the system'),
  blocks(
    'destroy-file',
    'fsutil',
    /\b(?:setzerodata|deletejournal|setvaliddata)\b/i,
    'empties a file, or a journal of the disk',
  ),
  blocks('remove-system', 'wsl', /--unregister\b/, 'removes a system with all of its files'),
  blocks(
    'script-from-network',
    'mshta regsvr32 rundll32 certutil bitsadmin cscript wscript msiexec',
    /https?:|javascript:|\bscrobj\b|-urlcache\b|-decode\b/i,
    'runs or gets a program from the network that no one has reviewed',
  ),
  asks('power-off', 'rundll32', /LockWorkStation|SetSuspendState|ExitWindows/i, 'locks or stops the machine'),
  asks(
    'remove-packages',
    'choco winget scoop',
    /\b(?:uninstall|remove)\b.*(?:\ball\b|--all\b|\*|--force\b|\s-y\b)/i,
    'removes programs without asking',
  ),
  blocks(
    'protection-off',
    'pwsh powershell',
    /Set-MpPreference\b.*-Disable\w+\s+(?:\$?true|1|\uE000)|Add-MpPreference\b.*-Exclusion|Set-ExecutionPolicy\s(?:.*\s)?(?:Bypass|Unrestricted)\b.*-Scope\s+LocalMachine|Set-ExecutionPolicy\s(?:.*-Scope\s+LocalMachine\s.*)(?:Bypass|Unrestricted)|Set-NetFirewallProfile\b.*-Enabled\s+(?:\$?False|\uE000)|Uninstall-WindowsFeature|Disable-WindowsOptionalFeature\b.*Defender/i,
    'turns a protection of the system off',
  ),
  blocks(
    'reverse-shell',
    'pwsh powershell',
    /Net\.Sockets\.TCP(?:Client|Listener)\b/i,
    'lets another machine run commands on this one',
  ),
  blocks(
    'send-secret',
    'pwsh powershell',
    /^(?=[^]*\b(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|Upload(?:File|String|Data))\b)(?=[^]*(?:-Body\b|-InFile\b|\.Upload))(?=[^]*(?:\.ssh[\\/]+id_|\.aws[\\/]+credentials|\.kube[\\/]+config|\.git-credentials|\.netrc|\benv:(?:["'\s|)\\*]|$)))/i,
    'sends keys, passwords or the environment to another machine',
  ),
  blocks(
    'hide-traces',
    'pwsh powershell',
    /\b(?:Clear-EventLog|Remove-EventLog|Clear-History|wevtutil\s+cl)\b/i,
    'removes logs of the system',
  ),
  blocks(
    'change-account',
    'pwsh powershell',
    /\b(?:Remove-LocalUser|New-LocalUser|Add-LocalGroupMember|Remove-ADUser|Disable-LocalUser|Set-ADAccountPassword)\b/i,
    'changes, adds or removes an account',
  ),
  blocks(
    'remove-everything',
    'pwsh powershell',
    /\b(?:Get-ChildItem|gci|dir|ls)\b[^|;]*(?:\s["']?[A-Za-z]:\\?|\$env:\w+|\$HOME|\s~)[^|;]*\|\s*(?:Remove-Item|ri|rm|del)\b/i,
    'removes what it finds on a disk of Windows',
  ),
  blocks(
    'delete-from-service',
    'pwsh powershell',
    /\b(?:Remove-(?:AzResourceGroup|AzVM|AzStorageAccount|AzSqlDatabase|S3Bucket|EC2Instance|VM|VHD|WBCatalog)|Stop-EC2Instance|Get-WmiObject\s+Win32_ShadowCopy)\b/i,
    'removes something in the cloud, a machine or backups',
  ),
  asks(
    'script-from-hidden',
    'pwsh powershell',
    /\s-w(?:in(?:dow)?(?:style)?)?\s+h(?:id(?:den)?)?\b/i,
    'runs where no one sees it',
  ),
  asks('runs-later', 'wmic', /\bprocess\s+call\s+create\b|\/node:\S+\s/i, 'starts a program behind another'),
  asks(
    'runs-later',
    'pwsh powershell',
    /\b(?:Register-ScheduledTask|New-Service|Register-WmiEvent)\b|CurrentVersion\\Run/i,
    'makes a program start by itself',
  ),
];
