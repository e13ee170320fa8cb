export { guest, startGuardedServer, startTokenServer } from './authentication.ts'
export { startBlackHole } from './black-hole.ts'
export { type Credentials, makeCertificate } from './certificates.ts'
export { startDnsServer } from './dns.ts'
export { missingGit, startGitOverHttp, type GitHttpServer, makeRepository } from './git.ts'
export { startHttpServer, startHttpsServer, startJsonServer, startRecordingServer } from './http.ts'
export { listen, type TestServer } from './listen.ts'
export {
  findProgram,
  freePort,
  isReadyAt,
  makeFolder,
  missingProgram,
  PROGRAM_START_MILLISECONDS,
  startInFolder,
  startProgram,
} from './program.ts'
export { type ServiceCall, type ServiceReply, type ServiceServer, startServiceServer } from './service.ts'
export { missingSsh, type SshServer, startSshServer } from './ssh.ts'
export { closedPort, startAnsweringServer, startTcpServer } from './tcp.ts'
