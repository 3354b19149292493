import type { CommandRule } from '../rule.ts';
import { row } from './row.ts';

const CLUSTER = 'kubectl oc k k9s kubecolor';

/** What a cluster loses, and what stops running in it. */
export const KUBERNETES_PACK: readonly CommandRule[] = [
  row(
    'cluster-loss',
    CLUSTER,
    /\s(?:delete|drain|evict|cordon|taint|config\s+(?:delete-\w+|unset))(?=\s|$)/,
    'removes something from the cluster, or empties a machine of it',
  ),
  row(
    'cluster-open',
    CLUSTER,
    /\s(?:create|edit|patch|replace|annotate|label)\s(?:.*\s)?(?:cluster)?role(?:binding)?s?[\s/]|\sset\s+subject\b|\sauth\s+reconcile\b|\s(?:apply|create)\s.*-f\s+http:\/\/|\sadm\s+policy\s+add-/,
    'gives rights over the cluster, or runs what everybody can change',
  ),
  row(
    'cluster-open',
    CLUSTER,
    /\s(?:run|debug|patch|apply)\s.*(?:"hostPID"\s*:\s*true|"hostNetwork"\s*:\s*true|"privileged"\s*:\s*true|--privileged\b|--profile[= ]sysadmin)|\sdebug\s+node\//,
    'gives a container rights over a machine of the cluster',
  ),
  row(
    'cluster-open',
    CLUSTER,
    /\s(?:proxy|port-forward)\s.*--address[= ]\S*0\.0\.0\.0|\slabel\s.*pod-security\.kubernetes\.io\/\w+=privileged|\scp\s.*:\/?(?:etc\/shadow|root\/\.ssh|\S*\/secrets\/)|\s(?:create|run)\s.*--overrides[= ].*(?:hostPath|hostPID|privileged)/,
    'opens the cluster to others, or takes keys out of it',
  ),
  row(
    'cluster-loss',
    CLUSTER,
    /\sscale\b.*--replicas[= ]0\b|\spatch\b.*\breplicas["']?\s*:\s*0\b/,
    'stops everything of a workload',
  ),
  row(
    'cluster-loss',
    CLUSTER,
    /\sreplace\b.*--force(?=[\s=]|$)|\sapply\b.*--(?:prune|force)(?=[\s=]|$)/,
    'removes what is there before it is made again',
  ),
  row(
    'cluster-loss',
    CLUSTER,
    /\srollout\s+undo\b|\spatch\b.*(?:"finalizers"|"\$patch"\s*:\s*"delete"|"op"\s*:\s*"remove")/,
    'takes something back or away',
  ),
  row(
    'cluster-loss',
    'helm',
    /^helm(?!\s+(?:plugin|repo)\s).*\s(?:uninstall|delete|del|un|rollback)(?=\s|$)|\supgrade\b.*(?:--force\b|--reset-values\b)/,
    'removes or resets a release',
  ),
  row('cluster-loss', 'helmfile', /\s(?:destroy|delete)(?=\s|$)/, 'removes releases'),
  row(
    'cluster-loss',
    'kubeadm k3s-uninstall.sh k3s-killall.sh rke2-uninstall.sh rke kops eksctl k0s talosctl kubespray',
    /^k3s-|^rke2-|\s(?:reset|remove|delete|destroy)(?=\s|$)/,
    'takes a cluster or a machine of it down',
  ),
  row(
    'cluster-loss',
    'argocd flux velero istioctl linkerd crossplane',
    /\s(?:delete|uninstall|remove|purge|terminate-op)(?=\s|$)|\sapp\s+sync\b.*--(?:prune|force)\b/,
    'removes applications, backups or what runs them',
  ),
  row('cluster-loss', 'etcdctl', /\s(?:del|snapshot\s+restore|member\s+remove)\b/, 'changes the state of the cluster'),
];
