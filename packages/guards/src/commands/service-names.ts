import type { Call } from './call.ts';

/** Whether `systemctl enable` names a service that packages do not usually bring. */
export const namesUnknownService = ({ operands }: Call): boolean =>
  operands.slice(1).some((unit) => !KNOWN.test(unit.replace(/\.(?:service|socket|timer|target|path|mount)$/, '')));

const KNOWN = new RegExp(
  `^(?:${[
    'docker|containerd|podman\\S*|crio|lxd|libvirtd|virt\\w+|kubelet|kube-\\S+|k3s\\S*|k0s\\S*|rke2\\S*|etcd|consul|vault|nomad',
    'nginx|httpd|apache2?|caddy|haproxy|traefik|envoy|varnish|squid|tomcat\\d*|php\\S*fpm|gunicorn|uwsgi|supervisord?',
    'postgresql\\S*|mysqld?|mariadb|mongodb?|redis\\S*|valkey\\S*|memcached|elasticsearch|opensearch|influxdb|neo4j|cassandra|clickhouse-server|rabbitmq-server|kafka|zookeeper|minio',
    'prometheus\\S*|node_exporter|grafana\\S*|loki|telegraf|kibana|logstash|filebeat|collectd|netdata|zabbix\\S*|jenkins|gitlab\\S*|gitea|forgejo',
    'sshd?|crond?|cronie|atd|anacron|chronyd?|ntpd?|ntpsec|systemd-\\S+|dbus\\S*|getty@\\S+|NetworkManager\\S*|networking|wpa_supplicant\\S*|dhcpcd|iwd|resolvconf',
    'ufw|firewalld|nftables|ip6?tables|fail2ban|auditd|apparmor|rsyslog|syslog-ng|clamav\\S*|crowdsec|unattended-upgrades|apt-daily\\S*|dnf-automatic\\S*|certbot\\S*|acme\\S*',
    'postfix|dovecot|exim4?|named|bind9|dnsmasq|unbound|smbd?|nmbd?|samba|nfs-\\S+|rpcbind|vsftpd|proftpd|rsync|tftpd\\S*|iscsi\\S*|avahi-daemon|cups\\S*',
    'bluetooth|gdm3?|sddm|lightdm|thermald|tlp|upower|acpid|smartd|smartmontools|fstrim|zfs\\S*|btrfs\\S*|snapd\\S*|flatpak\\S*|pipewire\\S*|wireplumber|pulseaudio|gpg-agent|ssh-agent|syncthing\\S*|xrdp',
    'tailscaled|wg-quick@\\S+|openvpn\\S*|strongswan\\S*|qemu-guest-agent|open-vm-tools|vmtoolsd|cloud-\\S+|amazon-\\S+|google-\\S+|waagent|walinuxagent',
    'multi-user|graphical',
  ].join('|')})$`,
);
