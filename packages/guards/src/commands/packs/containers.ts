import type { CommandRule } from '../rule.ts';
import { row } from './row.ts';

const ENGINES = 'docker podman nerdctl';

/** What container engines lose for good, and what they stop. */
export const CONTAINERS_PACK: readonly CommandRule[] = [
  row(
    'container-loss',
    ENGINES,
    /\s(?:system|volume|image|container|network|builder|buildx)\s+prune\b/,
    'removes what is not in use, data included',
  ),
  row(
    'container-loss',
    ENGINES,
    /\s(?:volume|network|image|container|secret|config|stack|service|node|pod|machine|context|builder|buildx)\s+(?:rm|remove|delete|kill)\b/,
    'removes volumes, images or containers',
  ),
  row(
    'container-loss',
    ENGINES,
    /^\S+\s+(?:-\S+\s+|(?:-H|-c|--host|--context)\s+\S+\s+)*(?:rm|rmi|kill)\s+\S/,
    'removes containers or images',
  ),
  row(
    'container-open',
    ENGINES,
    /^\S+\s(?:container\s+)?exec\s(?:-\S+\s+)*--privileged\b|^(?=.*\s(?:run|create)\s).*\s(?:--privileged(?:=true)?(?=\s)|--(?:pid|ipc|uts|userns)[= ]host\b|--cap-add[= ](?:ALL|SYS_ADMIN|SYS_MODULE|SYS_PTRACE)\b|--security-opt[= ]\S*(?:unconfined|disable)|--device[= ]\/dev\/(?:sd|nvme|vd|xvd|mem|kmem|mapper)|(?:-v|--volume|--mount)[= ]?\S*\/docker\.sock|--mount[= ](?:\S*,)?(?:src|source)=\/(?=[,\s]))/,
    'gives a container rights over the machine',
  ),
  row(
    'container-open',
    'lxc incus',
    /\sdisk\s(?:.*\s)?source=\/(?=\s|$)|security\.privileged[= ]true/,
    'gives a container rights over the machine',
  ),
  row(
    'container-open',
    'curl wget nc socat http',
    /\/(?:docker|podman|containerd|crio)\.sock\b[^]*(?:-X\s*|--request[= ])['"]?(?:POST|PUT|DELETE)|(?:-X\s*|--request[= ])['"]?(?:POST|PUT|DELETE)[^]*\/(?:docker|podman|containerd|crio)\.sock\b|\/docker\.sock\b[^]*\s(?:-d|--data\S*)[= ]/,
    'tells the container engine what to start, past its rules',
  ),
  row(
    'container-open',
    'ctr crictl runc crun nerdctl',
    /\s(?:run|create)\s.*(?:--privileged\b|src=\/(?=[,\s])|source=\/(?=[,\s])|--with-ns\s+\S*pid:\/proc\/1\/)/,
    'gives a container rights over the machine',
  ),
  row('container-loss', ENGINES, /\snode\s+update\b.*--availability[= ]drain\b/, 'empties a machine of the swarm'),
  row('container-loss', ENGINES, /^\S+\s+(?:kill|stop)\s.*(?:\$|\uE009|--all|-a\b)/, 'stops all containers'),
  row(
    'container-loss',
    `${ENGINES} docker-compose podman-compose`,
    /(?:compose|docker-compose|podman-compose)\s(?:.*\s)?(?:down\b.*(?:\s-v\b|--volumes(?!=false)|--rmi|--remove-orphans(?!=false))|rm\b.*(?:-[a-z]*[fsv]|--force|--stop|--volumes))/,
    'removes containers and volumes of the project',
  ),
  row('container-loss', 'docker', /\sswarm\s+leave\b|\snode\s+demote\b/, 'takes a machine out of the swarm'),
  row('container-loss', 'podman', /\ssystem\s+(?:reset|migrate)\b/, 'resets the storage of all containers'),
  row(
    'container-loss',
    'crictl ctr',
    /\s(?:rm|rmi|rmp|delete|remove|kill)\b/,
    'removes containers, images or snapshots',
  ),
  row('registry-loss', 'crane skopeo regctl oras reg', /\s(?:delete|rm)\b/, 'removes an image from a registry'),
  row(
    'virtual-machine-loss',
    'virsh vboxmanage VBoxManage multipass limactl lxc incus colima minikube kind k3d vagrant orb',
    /\s(?:undefine|destroy|vol-delete|pool-destroy|pool-delete|unregistervm|closemedium|delete|purge|snapshot-delete)\b/,
    'removes a virtual machine or its disk',
  ),
  row(
    'virtual-machine-loss',
    'qm pct pvesh pvesm govc vmrun vmctl xe prlctl nutanix acli xl bhyvectl tart',
    /\s(?:[\w-]+[.-])?(?:destroy|delete|deleteVM|deleteSnapshot|remove|purge|rollback|free|vm-destroy|vm-uninstall|vdi-destroy|sr-destroy)(?=\s|$)/,
    'removes a virtual machine or its disk',
  ),
  row(
    'registry-loss',
    'aws gcloud az',
    /\secr\s+batch-delete-image\b|\sartifacts\s+docker\s+images\s+delete\b|\sacr\s+repository\s+delete\b/,
    'removes an image from a registry',
  ),
];
