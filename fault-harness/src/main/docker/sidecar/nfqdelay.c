// nfqdelay: holds the packets of NFQUEUE 0 for a constant time, with uniform jitter, in order.
//
//   nfqdelay DELAY_US JITTER_US SEED
#define _GNU_SOURCE
#include <arpa/inet.h> // before the kernel's headers, which leave out what libc defined
#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

#include <libnetfilter_queue/libnetfilter_queue.h>
#include <linux/netfilter.h>

enum { CAPACITY = 32768 };
static const int64_t SECOND = 1000000000LL;

static struct {
    uint32_t id;
    int64_t due;
} held[CAPACITY];
static uint64_t head, tail;
static int64_t delay, jitter, latest;
static uint64_t state;

static int64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * SECOND + t.tv_nsec;
}

static uint64_t next_random(void) { // SplitMix64
    uint64_t z = state += 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

static int hold(struct nfq_q_handle *queue, struct nfgenmsg *message, struct nfq_data *data, void *unused) {
    (void) message;
    (void) unused;
    struct nfqnl_msg_packet_hdr *header = nfq_get_msg_packet_hdr(data);
    uint32_t id = ntohl(header->packet_id);
    if (tail - head == CAPACITY) {
        return nfq_set_verdict(queue, id, NF_DROP, 0, NULL);
    }
    int64_t due = now() + delay;
    if (jitter > 0) {
        due += (int64_t) (next_random() % (uint64_t) (2 * jitter + 1)) - jitter;
    }
    latest = due > latest ? due : latest; // jitter must not reorder
    held[tail % CAPACITY].id = id;
    held[tail % CAPACITY].due = latest;
    tail++;
    return 0;
}

int main(int argc, char **argv) {
    if (argc != 4) {
        fprintf(stderr, "usage: nfqdelay DELAY_US JITTER_US SEED\n");
        return 2;
    }
    delay = atoll(argv[1]) * 1000;
    jitter = atoll(argv[2]) * 1000;
    state = strtoull(argv[3], NULL, 10);
    struct nfq_handle *handle = nfq_open();
    struct nfq_q_handle *queue = handle == NULL ? NULL : nfq_create_queue(handle, 0, &hold, NULL);
    if (queue == NULL || nfq_set_mode(queue, NFQNL_COPY_META, 64) < 0) {
        perror("nfqueue");
        return 1;
    }
    nfq_set_queue_maxlen(queue, CAPACITY);
    nfnl_rcvbufsiz(nfq_nfnlh(handle), 8 << 20);
    int fd = nfq_fd(handle);
    char buffer[65536];
    while (1) {
        int64_t t = now();
        for (; head != tail && held[head % CAPACITY].due <= t; head++) {
            nfq_set_verdict(queue, held[head % CAPACITY].id, NF_ACCEPT, 0, NULL);
        }
        int64_t wait = head == tail ? SECOND : held[head % CAPACITY].due - t;
        struct timespec timeout = {.tv_sec = wait / SECOND, .tv_nsec = wait % SECOND};
        struct pollfd readable = {.fd = fd, .events = POLLIN};
        if (ppoll(&readable, 1, &timeout, NULL) > 0) {
            ssize_t length = recv(fd, buffer, sizeof buffer, MSG_DONTWAIT);
            if (length > 0) {
                nfq_handle_packet(handle, buffer, (int) length);
            } else if (errno != ENOBUFS && errno != EAGAIN && errno != EINTR) {
                perror("recv");
                return 1;
            }
        }
    }
}
