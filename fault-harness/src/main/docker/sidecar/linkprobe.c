// linkprobe: a thin, steady UDP flow to the peer, and a record of what arrives of the peer's flow.
//
//   linkprobe PEER PORT INTERVAL_MS FILE
//
// Each packet carries its number and its send time (CLOCK_MONOTONIC, which all containers of one machine share). The
// record has one line per second and one line per gap, so that its size does not depend on the rate:
//   clock OFFSET_NS                                real-time clock minus monotonic clock; again whenever it moved > 10 ms
//   mark SENT_NS NUMBER RECEIVED                   the packet that arrived, and how many had arrived with it
//   gap LAST_SENT_NS LAST NEXT_SENT_NS NEXT PREVIOUS_SENT_NS
//                                                  nothing between LAST and NEXT arrived; PREVIOUS_SENT_NS is when NEXT-1 left
//   stall FROM_NS TO_NS                            this sender sent nothing in between (the machine was busy)
//   sent NUMBER NS                                 our own flow, once a second
// SIGUSR1 brings the record up to date.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

struct packet {
    uint64_t magic, number;
    int64_t sent, previous;
};

static const uint64_t MAGIC = 0x726f70726f626531ULL;
static const int64_t SECOND = 1000000000LL;
static volatile sig_atomic_t stopped, asked;

static void on_signal(int signal) {
    if (signal == SIGUSR1) {
        asked = 1;
    } else {
        stopped = 1;
    }
}

static int64_t now(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return t.tv_sec * SECOND + t.tv_nsec;
}

static int64_t offset(void) {
    return now(CLOCK_REALTIME) - now(CLOCK_MONOTONIC);
}

static int open_socket(const char *peer, int port) {
    int s = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = INADDR_ANY};
    int priority = 0x00010020; // class 1:20 of the link's htb
    setsockopt(s, SOL_SOCKET, SO_PRIORITY, &priority, sizeof priority);
    if (s < 0 || bind(s, (struct sockaddr *) &address, sizeof address) != 0) {
        perror("bind");
        exit(1);
    }
    if (inet_pton(AF_INET, peer, &address.sin_addr) != 1 || connect(s, (struct sockaddr *) &address, sizeof address)) {
        perror("connect");
        exit(1);
    }
    return s;
}

static struct packet last, own;
static uint64_t received;
static int64_t marked, own_marked;

static void mark(FILE *record) {
    if (last.sent > marked) {
        fprintf(record, "mark %" PRId64 " %" PRIu64 " %" PRIu64 "\n", last.sent, last.number, received);
        marked = last.sent;
    }
}

static void mark_own(FILE *record) {
    if (own.sent > own_marked) {
        fprintf(record, "sent %" PRIu64 " %" PRId64 "\n", own.number, own.sent);
        own_marked = own.sent;
    }
}

static void receive(int s, FILE *record) {
    struct packet p;
    while (1) {
        ssize_t length = recv(s, &p, sizeof p, 0);
        if (length < 0) {
            return;
        }
        if (length != sizeof p || p.magic != MAGIC || p.number <= last.number) {
            continue;
        }
        received++;
        if (p.number > last.number + 1) {
            fprintf(record, "gap %" PRId64 " %" PRIu64 " %" PRId64 " %" PRIu64 " %" PRId64 "\n", last.sent, last.number,
                    p.sent, p.number, p.previous);
        }
        last = p;
        if (p.sent - marked >= SECOND) {
            mark(record);
        }
    }
}

static void send_one(int s, FILE *record, int64_t interval) {
    own.magic = MAGIC;
    own.number++;
    own.previous = own.sent;
    own.sent = now(CLOCK_MONOTONIC);
    if (own.previous != 0 && own.sent - own.previous > 3 * interval) {
        fprintf(record, "stall %" PRId64 " %" PRId64 "\n", own.previous, own.sent);
    }
    (void) !send(s, &own, sizeof own, 0); // refused while the peer is not up; the gap says so
    if (own.sent - own_marked >= SECOND) {
        mark_own(record);
    }
}

static void record_clock(FILE *record) {
    static int64_t known = INT64_MIN;
    int64_t current = offset();
    if (known == INT64_MIN || llabs(current - known) > SECOND / 100) {
        fprintf(record, "clock %" PRId64 "\n", current);
        known = current;
    }
}

int main(int argc, char **argv) {
    if (argc != 5) {
        fprintf(stderr, "usage: linkprobe PEER PORT INTERVAL_MS FILE\n");
        return 2;
    }
    int s = open_socket(argv[1], atoi(argv[2]));
    int64_t interval = atoi(argv[3]) * 1000000LL;
    FILE *record = fopen(argv[4], "w");
    if (record == NULL || interval <= 0) {
        perror(argv[4]);
        return 1;
    }
    signal(SIGTERM, on_signal);
    signal(SIGINT, on_signal);
    signal(SIGUSR1, on_signal);
    int64_t due = now(CLOCK_MONOTONIC), flush = 0;
    while (!stopped) {
        int64_t wait = due - now(CLOCK_MONOTONIC);
        if (wait <= 0) {
            send_one(s, record, interval);
            int64_t t = now(CLOCK_MONOTONIC);
            due = due + interval > t ? due + interval : t + interval;
            if (asked || t - flush > SECOND / 4) {
                record_clock(record);
                if (asked || t - last.sent > SECOND / 4) { // the flow has stopped: say where
                    mark(record);
                }
                if (asked) {
                    mark_own(record);
                }
                asked = 0;
                fflush(record);
                flush = t;
            }
            continue;
        }
        struct pollfd readable = {.fd = s, .events = POLLIN};
        struct timespec timeout = {.tv_sec = wait / SECOND, .tv_nsec = wait % SECOND};
        if (ppoll(&readable, 1, &timeout, NULL) > 0) {
            receive(s, record);
        }
    }
    fclose(record);
    return 0;
}
