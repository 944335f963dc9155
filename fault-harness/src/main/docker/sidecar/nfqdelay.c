// nfqdelay: makes a line of the packets of NFQUEUE 0: each takes the time of its bits, one after the other, and then a constant
// delay, with uniform jitter, in order. What would wait behind 128 kB is dropped.
//
//   nfqdelay RATE_BIT_PER_S DELAY_US JITTER_US SEED       a rate of 0 is unlimited
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

enum { CAPACITY = 32768, BACKLOG_BYTES = 128000, ETHERNET_HEADER = 14, ENOUGH_OF_IPV4 = 4 };
static const int64_t SECOND = 1000000000LL;

static struct {
    uint32_t id;
    int64_t due;
} held[CAPACITY];
static uint64_t head, tail;
static int64_t rate, delay, jitter, latest;
static int64_t idle_from; // when the line has sent what it was given
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

static int64_t time_of_bytes(int64_t bytes) {
    return rate == 0 ? 0 : bytes * 8 * SECOND / rate;
}

static int64_t length_of(struct nfq_data *data) {
    unsigned char *packet;
    int seen = nfq_get_payload(data, &packet);
    return seen < ENOUGH_OF_IPV4 ? 0 : ((packet[2] << 8) | packet[3]) + ETHERNET_HEADER;
}

static int hold(struct nfq_q_handle *queue, struct nfgenmsg *message, struct nfq_data *data, void *unused) {
    (void) message;
    (void) unused;
    struct nfqnl_msg_packet_hdr *header = nfq_get_msg_packet_hdr(data);
    uint32_t id = ntohl(header->packet_id);
    int64_t t = now();
    int64_t begin = idle_from > t ? idle_from : t;
    if (tail - head == CAPACITY || (rate > 0 && begin - t > time_of_bytes(BACKLOG_BYTES))) {
        return nfq_set_verdict(queue, id, NF_DROP, 0, NULL);
    }
    idle_from = begin + time_of_bytes(length_of(data));
    int64_t due = idle_from + delay;
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
    if (argc != 5) {
        fprintf(stderr, "usage: nfqdelay RATE_BIT_PER_S DELAY_US JITTER_US SEED\n");
        return 2;
    }
    rate = atoll(argv[1]);
    delay = atoll(argv[2]) * 1000;
    jitter = atoll(argv[3]) * 1000;
    state = strtoull(argv[4], NULL, 10);
    struct nfq_handle *handle = nfq_open();
    struct nfq_q_handle *queue = handle == NULL ? NULL : nfq_create_queue(handle, 0, &hold, NULL);
    if (queue == NULL || nfq_set_mode(queue, NFQNL_COPY_PACKET, 64) < 0) {
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
