/**
 * Slurm on this machine only: a controller, a node and their authentication, all in one directory that is removed
 * afterwards.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, hostname } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../cli/free-port.ts';

export interface SlurmMachine {
  /** The variables with which commands of Slurm find it. */
  env: Record<string, string>;
  close(): Promise<void>;
}

/** Starts everything as root. Throws with the logs of the daemons if one does not start. */
export async function startSlurm(directory: string): Promise<SlurmMachine> {
  const host = hostname().split('.')[0] ?? 'localhost';
  const path = (name: string) => join(directory, name);
  for (const name of ['state', 'spool']) mkdirSync(path(name));
  writeFileSync(path('munge.key'), randomBytes(128));
  chmodSync(path('munge.key'), 0o400);
  const [controllerPort, nodePort] = [await freePort(), await freePort()];
  writeFileSync(
    path('slurm.conf'),
    `ClusterName=assay
SlurmctldHost=${host}(127.0.0.1)
SlurmUser=root
SlurmctldPort=${controllerPort}
SlurmdPort=${nodePort}
AuthType=auth/munge
AuthInfo=socket=${path('munge.socket')}
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
ReturnToService=2
StateSaveLocation=${path('state')}
SlurmdSpoolDir=${path('spool')}
SlurmctldPidFile=${path('slurmctld.pid')}
SlurmdPidFile=${path('slurmd.pid')}
SlurmctldLogFile=${path('slurmctld.log')}
SlurmdLogFile=${path('slurmd.log')}
NodeName=${host} NodeAddr=127.0.0.1 CPUs=${availableParallelism()} State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
`,
  );
  const env = { SLURM_CONF: path('slurm.conf') };
  const started: ChildProcess[] = [];
  const start = (command: string, args: string[]) => {
    started.push(spawn(command, args, { env: { ...process.env, ...env }, stdio: 'ignore' }));
  };
  start('munged', [
    '--foreground',
    '--force',
    ...['key', 'pid', 'log', 'seed'].map((name) => `--${name}-file=${path(`munge.${name}`)}`),
    `--socket=${path('munge.socket')}`,
  ]);
  start('slurmctld', ['-D', '-f', env.SLURM_CONF]);
  start('slurmd', ['-D', '-f', env.SLURM_CONF]);
  const close = async () => {
    await Promise.all(
      started.toReversed().map((child) => {
        if (child.exitCode !== null || child.signalCode !== null) return undefined;
        const ended = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGTERM');
        return ended;
      }),
    );
  };
  // The daemon does not report when it is ready, so it is polled.
  for (let tries = 0; !isIdle(env); tries += 1) {
    if (tries === 100) {
      await close();
      throw new Error(`Slurm did not come up:\n${logs(path)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return { env, close };
}

function isIdle(env: Record<string, string>) {
  const { stdout } = spawnSync('sinfo', ['--noheader', '--format=%t'], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return stdout?.trim() === 'idle';
}

function logs(path: (name: string) => string) {
  return ['munge.log', 'slurmctld.log', 'slurmd.log']
    .map((name) => {
      try {
        return `${name}:\n${readFileSync(path(name), 'utf8').slice(-2000)}`;
      } catch {
        return `${name}: nothing was written`;
      }
    })
    .join('\n');
}
