import { type SecretShape, token } from '../shape.ts';

const raw = String.raw;

/** Tokens of hosts of code, packages and builds. */
export const CODE_HOST_SHAPES: readonly SecretShape[] = [
  token(
    'github-token',
    'a GitHub token',
    raw`gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}|github_pat_\w{82}`,
  ),
  token(
    'gitlab-token',
    'a GitLab token',
    raw`gl(?:pat|dt|rt|rtr|ptt|ft|ffct|imt|agent|oas|soat|cbt|wt)-[\w-]{20,300}(?:\.[0-9a-z]{2}\.?[0-9a-z]{7,9})?`,
  ),
  token('gitlab-token', 'a GitLab token', raw`GR1348941[\w-]{20}`),
  {
    id: 'gitlab-session',
    about: 'a GitLab session',
    pattern: /\b_gitlab_session=([0-9a-z]{32})/g,
    words: ['_gitlab_session'],
  },
  token('bitbucket-token', 'a Bitbucket token', raw`ATBB[A-Za-z0-9]{32}|ATCTT3[A-Za-z0-9_\-=]{100,}`),
  token('atlassian-token', 'an Atlassian token', raw`ATATT3[A-Za-z0-9_\-=]{60,200}`),
  token('npm-token', 'an npm token', raw`npm_[A-Za-z0-9]{36}`),
  token('pypi-token', 'a PyPI token', raw`pypi-AgE[\w-]{50,1000}`),
  token('rubygems-key', 'a RubyGems key', raw`rubygems_[0-9a-f]{48}`),
  token('clojars-token', 'a Clojars token', raw`CLOJARS_[A-Za-z0-9]{60}`),
  token('crates-token', 'a crates.io token', raw`cio[A-Za-z0-9]{32}`, { drawn: true }),
  token('docker-token', 'a Docker token', raw`dckr_(?:pat|oat)_[\w-]{27,}`),
  token('artifactory-key', 'an Artifactory key', raw`AKCp[A-Za-z0-9]{69}|cmVmd[A-Za-z0-9]{59}`),
  token('sourcegraph-token', 'a Sourcegraph token', raw`sgp_(?:(?:[0-9a-fA-F]{16}|local)_)?[0-9a-fA-F]{40}`),
  token('sonar-token', 'a SonarQube token', raw`sq[uap]_[0-9a-f]{40}`),
  token('sonar-token', 'a SonarQube token', raw`sq[uap]_[a-z0-9=_-]{40}`, { drawn: true }),
  token('readme-key', 'a ReadMe key', raw`rdme_[a-z0-9]{70}`),
  token('postman-key', 'a Postman key', raw`PMAK-[0-9a-fA-F]{24}-[0-9a-fA-F]{34}`),
  token('linear-key', 'a Linear key', raw`lin_(?:api|oauth)_[A-Za-z0-9]{40,}`),
  token('notion-token', 'a Notion token', raw`ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{43}`),
  token('figma-token', 'a Figma token', raw`fig[dorh]_[\w-]{40,}`),
  token('frameio-token', 'a Frame.io token', raw`fio-u-[A-Za-z0-9\-_=]{64}`),
  token('airtable-token', 'an Airtable token', raw`pat[A-Za-z0-9]{14}\.[0-9a-f]{64}`),
  token('typeform-token', 'a Typeform token', raw`tfp_[A-Za-z0-9\-_.=]{40,59}`),
  token('adobe-secret', 'an Adobe secret', raw`p8e-[A-Za-z0-9]{32}`),
  token('intra42-secret', 'an Intra 42 secret', raw`s-s4t2(?:ud|af)-[0-9a-fA-F]{64}`),
  token('maxmind-key', 'a MaxMind key', raw`[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk`),
  token(
    'dropbox-token',
    'a Dropbox token',
    raw`sl\.(?:u\.)?[A-Za-z0-9\-=_]{130,}|[A-Za-z0-9]{11}AAAAAAAAAA[A-Za-z0-9\-_=]{43}`,
  ),
  token('beamer-key', 'a Beamer key', raw`b_[A-Za-z0-9=_-]{44}`, { drawn: true }),
];
