import type { CommandRule } from '../rule.ts';

/** Rules about settings of git that run programs, and about other systems that keep versions. */
export const VERSION_CONTROL_RULES: readonly CommandRule[] = [
  {
    id: 'hidden-setting',
    does: 'ask',
    why: 'lets git run programs from elsewhere by itself',
    programs: ['git'],
    sub: [['config', 'clone']],
    // Hooks in the project are reviewed with it; a folder of the user or of temporary files is not.
    text: /\sconfig\s(?:.*\s)?core\.hooksPath[= ]+(?:\/(?!dev\/null)|~|\.\.)|\sclone\s(?:.*\s)?(?:-c|--config)[= ]core\.(?:hooksPath|fsmonitor|sshCommand)=|\sconfig\s(?:.*\s)?core\.fsmonitor[= ]+(?!true|false|0|1|")\S/i,
    unless: /\s--(?:get|unset|list|get-all|unset-all)(?=\s|$)/,
  },
  {
    id: 'hidden-setting',
    does: 'ask',
    why: 'lets git run a line of shell by itself',
    programs: ['git'],
    sub: [['config']],
    text: /\sconfig\s(?:.*\s)?(?:core\.(?:sshCommand|pager|editor|askPass|gitProxy)|sequence\.editor|diff\.external|(?:filter|diff|merge)\.\S+\.(?:clean|smudge|process|command|textconv|driver))[= ]+["']?(?:(?:ba|z|da)?sh\s|curl\s|wget\s|nc\s|python\S*\s|perl\s|\/tmp\/|\.\/)|\sconfig\s(?:.*\s)?credential\.(?:\S+\.)?helper[= ]+["']?!(?!gh\s|aws\s|\/usr\/)/i,
    unless: /\s--(?:get|unset|list|get-all|unset-all)(?=\s|$)/,
  },
  {
    id: 'hidden-setting',
    does: 'ask',
    why: 'lets a program other than git answer, and run here',
    programs: ['git'],
    sub: [['clone', 'fetch', 'pull', 'ls-remote', 'push', 'archive']],
    text: /\s(?:clone|fetch|pull|ls-remote|push|archive)\s(?:.*\s)?--(?:upload-pack|receive-pack|exec)[= ]["']?(?!git[- ])\S/,
  },
  {
    id: 'clean',
    does: 'ask',
    why: 'removes files that git does not know, or the way back to lost commits',
    programs: ['git'],
    sub: [['clean', 'gc']],
    text: /\s-c\s*clean\.requireForce=(?:false|no|off|0)\s(?:.*\s)?clean\b|\s-c\s*gc\.(?:pruneExpire|reflogExpire\w*)=(?:now|all|0)\s(?:.*\s)?gc\b|\sgc\s.*--prune=0(?=\s|$)/i,
    without: ['n', 'dry-run'],
  },
  {
    id: 'discard-changes',
    does: 'ask',
    why: 'throws away changes that are not committed',
    programs: ['hg', 'svn', 'bzr', 'p4'],
    text: /^hg\s+(?:(?:update|up|checkout|co)\s(?:.*\s)?(?:-C|--clean)|revert\s(?:.*\s)?(?:-a|--all)|purge)(?=\s|$)|^svn\s+(?:revert\s(?:.*\s)?(?:-R|--recursive|--depth[= ]infinity)|cleanup\s.*--remove-unversioned)(?=\s|$)|^p4\s+(?:revert|clean)\s/,
    unless: /\s(?:-n|--dry-run)(?=\s|$)/,
  },
  {
    id: 'rewrite-history',
    does: 'ask',
    why: 'removes commits or files from the history',
    programs: ['hg', 'svn', 'p4', 'bzr'],
    text: /^hg\s+(?:strip|histedit|rollback|debugstrip)\b|^svn\s+(?:delete|del|rm|remove)\s.*\w:\/\/|^p4\s+obliterate\s.*-y|^bzr\s+uncommit\b/,
  },
];
