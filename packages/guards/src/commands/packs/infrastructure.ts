import type { CommandRule } from '../rule.ts';
import { row } from './row.ts';

/** What tools that build machines, networks and delivery take away. */
export const INFRASTRUCTURE_PACK: readonly CommandRule[] = [
  row(
    'infrastructure-loss',
    'terraform tofu terragrunt terramate',
    /\s(?:destroy|taint|force-unlock|run-all\s+(?:destroy|apply))(?=\s|$)|\sapply\b.*(?:-destroy|-auto-approve|-replace)|\sstate\s+(?:rm|mv|push|replace-provider)\b|\sworkspace\s+delete\b|\s--?all\s+(?:destroy|apply)\b/,
    'destroys what was built, or forgets it',
  ),
  row(
    'infrastructure-loss',
    'pulumi',
    /\s(?:destroy|refresh|cancel)(?=\s|$)|\sstack\s+(?:rm|remove)\b|\sstate\s+(?:delete|unprotect)\b|\sup\b.*(?:-y|--yes|--skip-preview|-f)\b/,
    'destroys what was built, or forgets it',
  ),
  row(
    'infrastructure-loss',
    'cdk cdktf sam serverless sls sst copilot chalice amplify architect',
    /\s(?:destroy|delete|remove|undeploy)(?=\s|$)/,
    'destroys what was deployed',
  ),
  row(
    'infrastructure-loss',
    'atmos',
    /\sterraform\s+(?:destroy|clean|apply|deploy)\b|\shelmfile\s+destroy\b/,
    'destroys what was built',
  ),
  row(
    'infrastructure-loss',
    'ansible ansible-playbook ansible-galaxy',
    /state=absent\b|\b(?:rm\s+-[rf]+|shutdown|reboot)\b|--extra-vars\s.*(?:destroy|delete|wipe)|--tags\s+\S*(?:destroy|delete|clean|wipe)|\s(?:delete|remove)\s/,
    'takes things away from other machines',
  ),
  row(
    'infrastructure-loss',
    'packer nomad consul boundary waypoint',
    /\s(?:delete|destroy|stop|purge|deregister|force-leave|leave|remove-peer|system\s+gc)\b|-purge\b/,
    'stops or removes what runs',
  ),
  row(
    'infrastructure-loss',
    'salt salt-call puppet chef knife fleetctl juju',
    /\b(?:state\.absent|ensure\s*=>\s*absent|file\.remove|pkg\.(?:remove|purge)|system\.(?:reboot|shutdown)|(?:node|client|cookbook|bag|environment|data\s+bag)\s+(?:delete|purge)|bulk\s+delete|destroy-\w+|remove-\w+|kill-controller)\b/,
    'takes things away from other machines',
  ),
  row(
    'traffic-loss',
    // `caddy stop` ends what `caddy start` has started, which is for development.
    'nginx haproxy traefik apachectl httpd envoy',
    /\s-s\s+(?:stop|quit)\b|\s(?:stop|graceful-stop)\b|-k\s+(?:stop|graceful-stop)\b|\s-sf\b|\s-st\b/,
    'stops what answers requests',
  ),
  row(
    'traffic-loss',
    'kong deck apigeecli',
    /\s(?:reset|drop|delete|sync|undeploy|stop|migrations\s+reset)(?=\s|$)/,
    'removes routes of a gateway',
  ),
  row(
    'traffic-loss',
    'socat nc ncat netcat',
    /^(?:disable\s+(?:server|frontend|agent|health)|shutdown\s+(?:server|frontend|sessions?)|set\s+server\s+\S+\s+state\s+(?:drain|maint)|del\s+(?:server|map|acl)|clear\s+(?:map|acl|table))\b/m,
    'tells a load balancer to stop sending requests on',
  ),
  row('traffic-loss', 'nsupdate', /^nsupdate\b/, 'changes the names that others find a machine by'),
  row(
    'infrastructure-loss',
    'scp sftp',
    /\s\S+:\/(?:(?:etc|boot|s?bin|lib\d*|usr|var\/lib|dev|sys|opt|root)(?:\/\S*)?)?$/,
    'overwrites files of the system on another machine',
  ),
  row(
    'delivery-loss',
    'circleci jenkins-cli drone buildkite-agent travis gitlab-runner',
    /\b(?:delete|delete-job|delete-builds|delete-node|remove|unregister|context\s+(?:delete|remove-secret)|repo\s+rm)\b/,
    'removes jobs, builds or secrets of a pipeline',
  ),
  row(
    'delivery-loss',
    'java',
    /\bjenkins-cli\.jar\s.*\sdelete-[a-z-]+(?=\s|$)/,
    'removes jobs, builds or secrets of a pipeline',
  ),
  row(
    'service-loss',
    'systemctl service rc-service sv supervisorctl launchctl pm2',
    /\s(?:stop|disable|mask|kill|remove|unload|bootout|delete|daemon-reexec|isolate)(?=\s|$)/,
    'stops a service',
  ),
  row(
    'service-loss',
    'net sc pwsh powershell',
    /^net\s+stop\s|^sc\s+(?:stop|delete)\s|\b(?:Stop|Remove|Suspend)-Service\b|\bUninstall-Package\b/i,
    'stops or removes a service of Windows',
  ),
  row(
    'service-loss',
    'killall pkill',
    /\s["^]?(?:nginx|apache2?|httpd|mysqld?|mariadbd?|postgres(?:ql)?|redis(?:-server)?|mongod|memcached|haproxy|php-fpm[\d.]*|named|postfix|dovecot|rabbitmq(?:-server)?|elasticsearch|kubelet|vsftpd|smbd|gunicorn|uwsgi|tomcat\d*|caddy|traefik)["$]?(?=\s|$)/,
    'ends a service',
  ),
];
