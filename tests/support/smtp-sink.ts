import { createServer, type AddressInfo, type Socket } from "node:net";
import { createInterface } from "node:readline";

export interface ReceivedMail {
  recipients: string[];
  /** Headers and body as they came over the wire, lines ended by `\n`. */
  source: string;
}

export interface SmtpSink {
  url: string;
  mails: ReceivedMail[];
  /** Answers `451` to these recipients. */
  busyFor: Set<string>;
  /** How it answers these commands, where it does not go along with them. */
  answers: Partial<Record<"EHLO" | "MAIL" | "RCPT" | "DATA", string>>;
  /** So many more are answered; then it hangs up on whoever comes. */
  connectionsLeft: number;
  stop: () => Promise<void>;
}

/** A mail server that keeps what it receives, on a free loopback port. */
export async function startSmtpSink(): Promise<SmtpSink> {
  const mails: ReceivedMail[] = [];
  const busyFor = new Set<string>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    if (sink.connectionsLeft <= 0) return void socket.destroy();
    sink.connectionsLeft -= 1;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.write("220 sink ESMTP\r\n");
    converse(socket, sink, (mail) => mails.push(mail));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const sink: SmtpSink = {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    busyFor,
    answers: {},
    connectionsLeft: Infinity,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return sink;
}

function converse(
  socket: Socket,
  sink: Pick<SmtpSink, "busyFor" | "answers">,
  deliver: (mail: ReceivedMail) => void,
) {
  let recipients: string[] = [];
  let data: string[] | null = null;
  createInterface({ input: socket, crlfDelay: Infinity }).on("line", (line) => {
    if (data) {
      if (line !== ".") return void data.push(line.replace(/^\./, ""));
      deliver({ recipients, source: data.join("\n") });
      [data, recipients] = [null, []];
      return void socket.write("250 queued\r\n");
    }
    socket.write(`${answer(line)}\r\n`);
    if (/^QUIT/i.test(line)) socket.end();
  });

  function answer(line: string): string {
    const told = sink.answers[line.slice(0, 4).toUpperCase() as keyof SmtpSink["answers"]];
    if (told) return told;
    const recipient = /^RCPT TO:<([^>]*)>/i.exec(line)?.[1];
    if (recipient && sink.busyFor.has(recipient)) return "451 busy, try again later";
    if (recipient) recipients.push(recipient);
    if (/^(MAIL|RSET)/i.test(line)) recipients = [];
    if (/^STARTTLS/i.test(line)) return "502 not here";
    if (/^DATA/i.test(line)) {
      data = [];
      return "354 go on";
    }
    return "250 ok";
  }
}
